/** Bases that no charity has, and that a wrong column or a hostile file makes: the gifts of each, as SQL. */
export const BASES = {
  /** Every gift of two years with codes of its own; half of those of a year are in the other. « Autres » is one. */
  codes: (taille: number) => `
    select
      rang::text as id,
      case when rang = 1 then 100000 else 10 + rang % 90 + (rang % 100) / 100.0 end as montant,
      date '2025-01-01' + (rang % 365) + case when rang > ${taille} then 365 else 0 end * (rang % 365 < 320)::int as jour,
      'D' || rang % ${taille} as contact,
      case when rang = 1 then 'Autres' else 'code-tres-particulier-' || rang % (${taille} * 3 / 2) end as code
    from generate_series(1, ${taille} * 2) as rang`,

  /** As many donors as gifts, each of one cent. */
  centimes: (taille: number) => `
    select rang::text, 0.01, date '2025-01-01' + rang % 650, 'D' || rang, 'C' || rang % 50
    from generate_series(1, ${taille}) as rang`,

  /** One donor, whose gifts have codes of their own; some others beside. */
  fidele: (taille: number) => `
    select
      rang::text,
      1 + rang % 500,
      date '2020-01-01' + rang % 2500,
      case when rang % 1000 = 0 then 'D' || rang else 'TOUS' end,
      'C' || rang
    from generate_series(1, ${taille}) as rang`,

  /** So many gifts in ten days of 60 years, of donors who give for a year and a half, and come back. */
  jours: (taille: number) => `
    select
      (jour - date '1900-01-01') || '-' || rang,
      5 + rang,
      jour,
      'D' || (jour - date '1900-01-01') / 500 % 40 * ${Math.ceil(taille / 10)} + rang,
      'C' || (jour - date '1900-01-01') % 30
    from generate_series(current_date - interval '60 years', current_date, ${Math.max(1, Math.round(10 / taille))} * interval '1 day') as jours (instant)
    cross join lateral (select instant::date as jour) as dates
    cross join generate_series(1, ${Math.ceil(taille / 10)}) as rang`,
} as const

export type Base = keyof typeof BASES

/** A donor of each base: the one with the most gifts. */
export const DONATEUR: Record<Base, string> = {
  codes: 'D1',
  centimes: 'D1',
  fidele: 'TOUS',
  jours: 'D1',
}

/** How large each is where it is tried whole. */
export const TAILLES: Record<Base, number> = {
  codes: 100_000,
  centimes: 1_000_000,
  fidele: 500_000,
  jours: 40,
}

/** Fills an empty base, with a card for every donor. */
export const seed = (base: Base, taille: number): string => `
  insert into donations
  select id, null, montant, jour, contact, code, code, code, code
  from (${BASES[base](taille)}) as dons (id, montant, jour, contact, code);
  insert into donateurs (contact_id, firstname, lastname, city, zip, email, phone)
  select
    contact_id, 'Zoé', 'Nom' || hashtext(contact_id) % 5000, 'Lyon', '69003',
    'nom' || contact_id || '@exemple.fr', '0612345678'
  from (select distinct contact_id from donations) as ids;
  analyze;`
