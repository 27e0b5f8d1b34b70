-- Two functions and their triggers under the names that they have since; bases that have them keep them in force.
do $$
begin
  if to_regproc('public.taire_donateurs_anonymises') is not null then
    alter function public.taire_donateurs_anonymises() rename to vider_fiche_anonymisee;
    alter trigger donateurs_anonymises_tus on donateurs rename to vider_fiche_anonymisee;
    alter function public.garder_le_silence() rename to activer_vidage_fiches;
    alter trigger donateurs_anonymises_notes on donateurs_anonymises rename to activer_vidage_fiches;
  end if;
end
$$;
