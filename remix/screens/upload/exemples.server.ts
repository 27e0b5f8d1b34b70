import { CSV_BOM } from '#files/csv'
import { FIELDS } from '#files/entetes'
import type { Onglet } from './address'

interface Exemple {
  name: string
  header: string
  rows: readonly string[]
}

const fieldsOf = (type: keyof typeof FIELDS) => FIELDS[type].map(({ field }) => field).join(';')

/** Invented people and gifts; their numbers say so, so that they are found again where somebody imports them. */
const EXEMPLES: Record<Onglet, Exemple> = {
  donateurs: {
    name: 'Contacts',
    header: fieldsOf('donateurs'),
    rows: [
      'EXEMPLE-1;Camille;Durand;Nantes;44000;camille.durand@example.org;02 40 00 00 01;12/05/1968;Mme;non',
      'EXEMPLE-2;Anne-Marie;de la Tour;Lyon;69003;am.delatour@example.org;;;Mme;non',
      'EXEMPLE-3;Paul;Lefèvre;Bourg-en-Bresse;01000;;04 74 00 00 03;03/11/1951;M.;non',
      'EXEMPLE-4;;Menuiserie Garnier;Brest;29200;contact@garnier.example;;;;oui',
      'EXEMPLE-5;Louise;Martin;Lille;59000;louise.martin@example.org;;;Mme;non',
    ],
  },
  donations: {
    name: 'Donations',
    header: fieldsOf('donations'),
    rows: [
      'EXEMPLE-101;C-101;50,00;14/01/2025;EXEMPLE-1;WEB;HIVER-2025;SITE;DON',
      'EXEMPLE-102;C-102;120,00;03/02/2025;EXEMPLE-2;POSTAL;HIVER-2025;COURRIER;DON',
      'EXEMPLE-103;C-103;15,00;05/02/2025;EXEMPLE-3;SMS;;;DON',
      'EXEMPLE-104;C-104;1 500,00;28/02/2025;EXEMPLE-4;WEB;VFL-2025;SITE;MECENAT',
      'EXEMPLE-105;C-105;30,50;01/03/2025;EXEMPLE-1;WEB;VFL-2025;SITE;DON',
    ],
  },
  // As HelloAsso writes it.
  fichier: {
    name: 'Fichier de mon outil',
    header:
      'Référence commande;Date de la commande;Statut de la commande;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Tarif;Montant tarif;Code Promo;Montant code promo',
    rows: [
      '900101;14/01/2025 10:12:00;Validé;Durand;Camille;camille.durand@example.org;;Carte bancaire;Don;50,00;;',
      '900102;03/02/2025 18:40:00;Validé;de la Tour;Anne-Marie;am.delatour@example.org;;Carte bancaire;Don;120,00;;',
      '900102;03/02/2025 18:40:00;Validé;de la Tour;Anne-Marie;am.delatour@example.org;;Carte bancaire;Don ponctuel;15,00;;',
      '900103;28/02/2025 09:05:00;Validé;Garnier;Louis;contact@garnier.example;Menuiserie Garnier;Carte bancaire;Don;1500,00;;',
      '900104;01/03/2025 21:30:00;Validé;Martin;Louise;louise.martin@example.org;;Carte bancaire;Don;30,50;;',
    ],
  },
}

/** The five invented rows of a tab, as a download. */
export function exempleResponse(onglet: Onglet): Response {
  const { name, header, rows } = EXEMPLES[onglet]
  return new Response(`${CSV_BOM}${[header, ...rows].join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
