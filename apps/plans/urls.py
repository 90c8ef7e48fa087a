"""Addresses of the migration plan."""

from django.urls import path

from apps.plans import views

app_name = "plans"
urlpatterns = [
    path("p/<slug:slug>/plan/", views.plan, name="plan"),
    path("p/<slug:slug>/plan/adopt/", views.adopt, name="adopt"),
    path("p/<slug:slug>/plan/progress/", views.wave_progress, name="wave-progress"),
    path("p/<slug:slug>/plan/component/<path:component>/", views.component_wave, name="component-wave"),
]
