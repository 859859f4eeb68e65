app_name = "offline"
urlpatterns = []
