"""Addresses of scans."""

from django.urls import path

from apps.scans import result_views, rule_views, schedule_views, views

app_name = "scans"
urlpatterns = [
    path("p/<slug:slug>/scans/", views.scan_list, name="list"),
    path("p/<slug:slug>/scans/new/", views.new, name="new"),
    path("p/<slug:slug>/scans/rules/", rule_views.rule_files, name="rules"),
    path("p/<slug:slug>/scans/rules/add/", rule_views.add, name="rule-add"),
    path("p/<slug:slug>/scans/rules/<int:rule_file_id>/", rule_views.switch, name="rule-switch"),
    path("p/<slug:slug>/scans/rules/<int:rule_file_id>/remove/", rule_views.remove, name="rule-remove"),
    path("p/<slug:slug>/scans/schedules/", schedule_views.look, name="schedules"),
    path("p/<slug:slug>/scans/schedules/add/", schedule_views.add, name="schedule-add"),
    path("p/<slug:slug>/scans/schedules/<int:schedule_id>/", schedule_views.change, name="schedule-change"),
    path("p/<slug:slug>/scans/badge/", views.badge, name="badge"),
    path("p/<slug:slug>/scans/<int:number>/", views.detail, name="detail"),
    path("p/<slug:slug>/scans/<int:number>/retry/", views.retry, name="retry"),
    path("p/<slug:slug>/scans/<int:number>/branch/", views.choose_branch, name="choose-branch"),
    path("p/<slug:slug>/scans/<int:number>/coverage/", result_views.coverage, name="coverage"),
    path("p/<slug:slug>/scans/<int:number>/facts/", result_views.facts, name="facts"),
    path("p/<slug:slug>/scans/<int:number>/document/", views.document, name="document"),
]
