"""People in the admin. Who comes in goes through the site's own login, with its limits."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm

from accounts.models import User

admin.site.login = secure_admin_login(admin.site.login)


class NewUserForm(AdminUserCreationForm):  # type: ignore[misc]
    class Meta:
        model = User
        fields = ("email", "name")


@admin.register(User)
class UserAdmin(DjangoUserAdmin):  # type: ignore[misc]
    """Django's own, with an address in the place of the username: the hash stays out of reach."""

    add_form = NewUserForm
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        (None, {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        (None, {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),
    )
    readonly_fields = ("last_login", "date_joined")
    list_display = ("email", "name", "is_active", "is_staff", "date_joined")
    search_fields = ("email", "name")
    ordering = ("email",)
    filter_horizontal = ("groups",)
