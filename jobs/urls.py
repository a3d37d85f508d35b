from django.urls import path

from jobs import views

app_name = "jobs"
urlpatterns = [
    path("jobs/<uuid:uuid>/", views.job, name="job"),
    path("operator/jobs/", views.operator_jobs, name="operator-jobs"),
    path("operator/jobs/drill/", views.drill, name="drill"),
    path("operator/jobs/<uuid:uuid>/retry/", views.retry, name="retry"),
    path("operator/jobs/<uuid:uuid>/discard/", views.discard, name="discard"),
]
