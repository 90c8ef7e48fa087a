"""Addresses of the cost comparison."""

from django.urls import path

from apps.tco import (
    export_views,
    fit_views,
    rate_views,
    register_views,
    repair_views,
    shared_views,
    snapshot_views,
    together_views,
    variant_views,
    views,
    wizard_views,
    work_views,
)

app_name = "tco"
urlpatterns = [
    path("p/<slug:slug>/tco/", views.scenario, name="scenario"),
    path("p/<slug:slug>/tco/live/", views.live, name="live"),
    path("p/<slug:slug>/tco/sensitivity/", views.sensitivity, name="sensitivity"),
    path("p/<slug:slug>/tco/together/", together_views.together, name="together"),
    path("p/<slug:slug>/tco/questions/", wizard_views.questions, name="questions"),
    path("p/<slug:slug>/tco/fit/", fit_views.fit, name="fit"),
    path("p/<slug:slug>/tco/scenarios/", variant_views.side_by_side, name="scenarios"),
    path("p/<slug:slug>/tco/scenarios/make/", variant_views.make, name="variant-make"),
    path("p/<slug:slug>/tco/scenarios/keep/", variant_views.keep, name="variant-keep"),
    path("p/<slug:slug>/tco/scenarios/<int:variant_id>/drop/", variant_views.drop, name="variant-drop"),
    path("p/<slug:slug>/tco/register/", register_views.register, name="register"),
    path("p/<slug:slug>/tco/plan-work/", work_views.plan_work, name="plan-work"),
    path("p/<slug:slug>/tco/repair/", repair_views.repairing, name="repair"),
    path("p/<slug:slug>/tco/rates/", rate_views.rates, name="rates"),
    path("p/<slug:slug>/tco/rates/set/", rate_views.rate, name="rate-set"),
    path("p/<slug:slug>/tco/rates/convert/", rate_views.convert, name="convert"),
    path("p/<slug:slug>/tco/workbook.xlsx", export_views.workbook, name="workbook"),
    path("p/<slug:slug>/tco/months.csv", export_views.months, name="months"),
    path("p/<slug:slug>/tco/print/", export_views.paper, name="print"),
    path("p/<slug:slug>/tco/snapshots/", snapshot_views.listing, name="snapshots"),
    path("p/<slug:slug>/tco/snapshots/take/", snapshot_views.take, name="snapshot-take"),
    path("p/<slug:slug>/tco/snapshots/<int:number>/", snapshot_views.snapshot, name="snapshot"),
    path("p/<slug:slug>/tco/snapshots/<int:number>/review/", snapshot_views.review, name="snapshot-review"),
    path(
        "p/<slug:slug>/tco/snapshots/<int:number>/approve/", snapshot_views.approve, name="snapshot-approve"
    ),
    path("p/<slug:slug>/tco/snapshots/<int:number>/share/", snapshot_views.share, name="snapshot-share"),
    path("p/<slug:slug>/tco/links/<int:link_id>/revoke/", snapshot_views.revoke, name="link-revoke"),
    path("s/<str:token>/", shared_views.shared, name="shared"),
]
