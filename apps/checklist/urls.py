"""Address of the checklist."""

from django.urls import path

from apps.checklist import views

app_name = "checklist"
urlpatterns = [path("p/<slug:slug>/checklist/", views.items, name="items")]
