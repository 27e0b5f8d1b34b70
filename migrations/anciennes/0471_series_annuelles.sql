-- A yearly series bridges no missed year any more: the next refresh finds all series anew.
update donateurs_exclus_version set version = version + 1;
