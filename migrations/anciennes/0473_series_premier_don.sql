-- The first gift of a series may be of another amount: the next refresh finds all series anew.
update donateurs_exclus_version set version = version + 1;
