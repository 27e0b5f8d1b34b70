import { expect, test } from 'vitest'
import { lireColonnes } from '../../../service/imports/fichiers/colonnes'
import { trouverEntete } from '../../../service/imports/fichiers/entete'
import { couperDevise, estDevise, estEuro } from '../../../service/imports/parsing/cells/devises'
import {
  titreDecide,
  titreDevise,
  titreRempli,
  valeurDecide,
} from '../../../service/imports/parsing/lexique'

const VALEURS =
  'Annulé;Remboursé;Refusé;Impayé;En attente;Chargeback;Disputed;Contesté;Void;Voided;Reversed;Extourné;Brouillon;Draft;Promesse;Pledge;Supprimé;Deleted;Incomplet;Incomplete;Returned;Retourné;Bounced;Non payé;Non encaissé;À encaisser;Litige;Lost;Denied;Blocked;Initiated;Open;Processing;En cours;Test;Sandbox;Uncaptured;Requires action;Closed Lost;Invalide;Erreur;Error;Suspendu;Planifié;Scheduled;Uncollected;NSF;Sans suite;Don en nature;In-Kind'.split(
    ';',
  )

test.each(VALEURS)('la valeur « %s » est demandée, sous n’importe quel titre', (valeur) => {
  for (const written of [valeur, valeur.toUpperCase(), ` ${valeur.toLowerCase()} `])
    expect(valeurDecide(written)).toBe(true)
  expect(proposes(['C', 'Terminé', valeur, 'Terminé'])).toEqual(['sort'])
})

test.each([
  ...[
    'REFUNDED',
    'Canceled by donor',
    'payment_failed',
    'requires_payment_method',
    'Needs response',
  ],
  ...['Storniert', 'Rücklastschrift', 'Nicht bezahlt', 'Gelöscht', 'Sachspende', 'Zusage'],
  ...['Anulado', 'Devolución', 'Pendiente', 'Rechazada', 'No cobrado', 'En especie', 'Promesa'],
  ...['Annullato', 'Rimborsato', 'In attesa', 'Insoluto', 'Non pagato', 'Bozza', 'Promessa'],
])('la valeur « %s » d’une autre langue aussi', (valeur) => {
  expect(valeurDecide(valeur)).toBe(true)
})

test.each(['Terminé', 'Paris', 'Carte bancaire', 'Testard', 'Opéra', 'Fraisse', 'Rose', '12', ''])(
  '« %s » ne dit rien',
  (valeur) => {
    expect(valeurDecide(valeur)).toBe(false)
  },
)

test('une remarque qui parle d’un refus n’est pas une valeur', () => {
  const long = 'Rappeler en mars, le premier don avait été refusé par sa banque au motif du plafond'
  expect(valeurDecide(long)).toBe(false)
})

test.each([
  ...['Statut', 'ÉTAT', 'Type de don', 'Gift Type', 'Nature', 'Payé ?', 'Encaissé', 'Remboursé'],
  ...['Annulé', 'Valide', 'Mode test', 'is_test', 'isTest', 'Livemode', 'Captured', 'disputed'],
  ...['Refunded', 'Pledge', 'Payment Status', 'Supprimé', 'Zahlungsstatus', 'Bezahlt', 'Estado'],
  ...['Pagado', 'Stato', 'Incassato', 'Esito'],
])('le titre « %s » décide par ses valeurs', (titre) => {
  expect(titreDecide(titre)).toBe(true)
  expect(proposes([titre, '0', '1', '0'])).toEqual(['sort'])
})

test.each([
  ...['Annulation le', 'Date de remboursement', 'Motif de rejet', 'Refunded At', 'Failure Code'],
  ...['Raison du litige', 'Date d’annulation', 'Dispute reason', 'Cancellation date'],
  ...['Stornierung am', 'Grund der Ablehnung', 'Fecha de devolución', 'Motivo del rechazo'],
  ...['Data rimborso', 'Causale annullamento'],
])('le titre « %s » décide par ce qu’il est rempli', (titre) => {
  expect(titreRempli(titre)).toBe(true)
  expect(proposes([titre, '', '03/02/2025', ''])).toEqual(['sort'])
  expect(proposes([titre, '', '', ''])).toEqual([null])
})

test.each(['Nom', 'Ville', 'Commentaire', 'Date de naissance', 'Adresse', 'Téléphone 2', 'Motif'])(
  'le titre « %s » ne décide de rien',
  (titre) => {
    expect([titreDecide(titre), titreRempli(titre)]).toEqual([false, false])
    expect(proposes([titre, 'x', 'y', 'x'])).not.toEqual(['sort'])
  },
)

test.each(['Devise', 'Currency', 'Currency Code', 'Monnaie', 'CCY', 'Währung'])(
  'le titre « %s » est celui d’une monnaie, aussi où tout est en euros',
  (titre) => {
    expect(titreDevise(titre)).toBe(true)
    expect(proposes([titre, 'EUR', 'EUR', 'EUR'])).toEqual(['sort'])
  },
)

test('des codes ou des signes de monnaie le sont sous n’importe quel titre', () => {
  for (const devise of ['CHF', 'usd', '$', '£', 'XOF', 'FCFA', '€'])
    expect([estDevise(devise), proposes(['C', devise, 'EUR', devise])]).toEqual([true, ['sort']])
  expect(['EUR', '€', 'Euros', 'eur '].every(estEuro)).toBe(true)
  expect(['CHF', '$', '', 'XEUR'].some(estEuro)).toBe(false)
})

test('ce qui a plus de quarante valeurs, ou des jours, des montants, ne décide pas par son titre', () => {
  const many = Array.from({ length: 41 }, (_, at) => `v${at}`)
  expect(proposes(['Statut de l’année', ...many, ...many])).toEqual([null])
  expect(proposes(['Type', ...many.slice(0, 40), ...many.slice(0, 40)])).toEqual(['sort'])
  expect(proposes(['Remboursé', '10,00', '20,00', '10,00'])).not.toEqual(['sort'])
})

/** What is proposed for a column of such cells, under its title. */
function proposes(column: string[]) {
  const csv = Buffer.from(column.map((cell) => `"${cell}";"x"`).join('\n'))
  return lireColonnes(trouverEntete(csv, new Set(), { ligne: 1 }), csv, true)
    .slice(0, 1)
    .map(({ propose }) => propose)
}

test.each([
  ['$50.00', '$', '50.00'],
  ['-$50', '$', '-50'],
  ['US$ 1,250.00', 'US$', '1,250.00'],
  ['50 CHF', 'CHF', '50'],
  ["CHF 1'250.00", 'CHF', "1'250.00"],
  ['2 000 FCFA', 'FCFA', '2 000'],
  ['£20', '£', '20'],
  ['50,00 €', '€', '50,00'],
  ['€ 50', '€', '50'],
  ['EUR 50,00', 'EUR', '50,00'],
  ['50 euros', 'euros', '50'],
  ['(50,00 €)', '€', '(50,00 )'],
  ['-   €', '€', '-'],
  ['50', undefined, '50'],
  ['50 €/mois', undefined, '50 €/mois'],
  ['50 sous', undefined, '50 sous'],
  ['', undefined, ''],
])('de « %s » la monnaie est %s', (text, devise, nombre) => {
  expect(couperDevise(text)).toEqual({ devise, nombre })
})
