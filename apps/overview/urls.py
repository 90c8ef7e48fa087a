"""Address of a project's overview."""

from django.urls import path

from apps.overview import views

app_name = "overview"
urlpatterns = [path("p/<slug:slug>/", views.project, name="project")]
