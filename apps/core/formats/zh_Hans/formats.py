"""Chinese readers of tables expect 16,112 as well; Django leaves such numbers ungrouped."""

from apps.core.formats.days import DATE_FORMAT, DATETIME_FORMAT, SHORT_DATE_FORMAT, SHORT_DATETIME_FORMAT

__all__ = ["DATETIME_FORMAT", "DATE_FORMAT", "SHORT_DATETIME_FORMAT", "SHORT_DATE_FORMAT"]

THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
