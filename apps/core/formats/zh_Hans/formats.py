"""Chinese readers of tables expect 16,112 as well; Django leaves such numbers ungrouped."""

THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
