"""Where static files are kept: under names that hold the hash of what is in them."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class Storage(ManifestStaticFilesStorage):
    """Also names the hash where one of our scripts imports another, so that a page never runs
    scripts of two versions."""

    support_js_module_import_aggregation = True
