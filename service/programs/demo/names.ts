const words = (text: string) => text.split(',').map((word) => word.trim()) as [string, ...string[]]

export const PRENOMS_FEMININS = words(
  `Marie, Françoise, Monique, Catherine, Nathalie, Isabelle, Sylvie, Jacqueline, Anne, Martine, Nicole,
  Christine, Hélène, Élisabeth, Brigitte, Chantal, Véronique, Thérèse, Geneviève, Cécile, Valérie, Sophie,
  Sandrine, Céline, Aurélie, Émilie, Camille, Léa, Chloé, Manon, Inès, Zoé, Anaïs, Maëlle, Bénédicte,
  Solène, Agnès, Odile, Yvette, Simone, Fatima, Aïcha, Rosa, Linh, Gaëlle`,
)

export const PRENOMS_MASCULINS = words(
  `Jean, Pierre, Michel, André, Philippe, Alain, Bernard, Jacques, Daniel, François, Christian, Patrick,
  Laurent, Thierry, Nicolas, Stéphane, Éric, David, Julien, Frédéric, Olivier, Sébastien, Antoine, Hugo,
  Lucas, Théo, Jules, Raphaël, Gaël, Benoît, Jérôme, Loïc, Yann, Étienne, Guillaume, Maxime, Quentin,
  Mohamed, Karim, José, Paul, Georges, Henri, Joël, Rémi`,
)

export const NOMS = words(
  `Martin, Bernard, Dubois, Thomas, Robert, Richard, Petit, Durand, Leroy, Moreau, Simon, Laurent,
  Lefebvre, Michel, Garcia, David, Bertrand, Roux, Vincent, Fournier, Morel, Girard, André, Lefèvre,
  Mercier, Dupont, Lambert, Bonnet, François, Martinez, Legrand, Garnier, Faure, Rousseau, Blanc, Guérin,
  Muller, Henry, Roussel, Nicolas, Perrin, Morin, Mathieu, Clément, Gauthier, Dumont, Lopez, Fontaine,
  Chevalier, Robin, Masson, Sanchez, Gérard, Nguyen, Boyer, Denis, Lemaire, Duval, Joly, Gautier, Roger,
  Roche, Roy, Noël, Meyer, Lucas, Meunier, Jean, Perez, Marchand, Dufour, Blanchard, Marie, Barbier,
  Brun, Dumas, Brunet, Schmitt, Leroux, Colas, Le Gall, Le Goff, Kerléo, d’Hérouville, de La Tour, Péan,
  Benali, Traoré, Diallo, Da Silva, Ferreira, Nowak, Rossi, Haddad, Cœurdoux, Null, Besson, Bouvier`,
)

export const ENTREPRISES = words(
  `Boulangerie du Marché, Menuiserie Kervella, Cabinet Rivoire, Garage des Alpes, Imprimerie Saint-Roch,
  Pharmacie de la Gare, Transports Lemoine, Atelier Ferrand, Hôtel du Parc, Librairie L’Encrier,
  Domaine des Coteaux, Société Vauban, Fleurs & Jardins, Électricité Morvan, Laiterie du Bocage`,
)

/** Towns with their usual zip codes. */
export const VILLES: [readonly [string, string], ...(readonly [string, string])[]] = [
  ['Paris', '75011'],
  ['Paris', '75015'],
  ['Paris', '75020'],
  ['Marseille', '13006'],
  ['Lyon', '69003'],
  ['Toulouse', '31000'],
  ['Nice', '06000'],
  ['Nantes', '44000'],
  ['Montpellier', '34000'],
  ['Strasbourg', '67000'],
  ['Bordeaux', '33000'],
  ['Lille', '59000'],
  ['Rennes', '35000'],
  ['Reims', '51100'],
  ['Saint-Étienne', '42000'],
  ['Le Havre', '76600'],
  ['Grenoble', '38000'],
  ['Dijon', '21000'],
  ['Angers', '49000'],
  ['Nîmes', '30000'],
  ['Clermont-Ferrand', '63000'],
  ['Brest', '29200'],
  ['Tours', '37000'],
  ['Amiens', '80000'],
  ['Limoges', '87000'],
  ['Annecy', '74000'],
  ['Perpignan', '66000'],
  ['Besançon', '25000'],
  ['Metz', '57000'],
  ['Orléans', '45000'],
  ['Mulhouse', '68100'],
  ['Rouen', '76000'],
  ['Caen', '14000'],
  ['Nancy', '54000'],
  ['Roubaix', '59100'],
  ['Avignon', '84000'],
  ['Poitiers', '86000'],
  ['La Rochelle', '17000'],
  ['Pau', '64000'],
  ['Bourg-en-Bresse', '01000'],
  ['Laon', '02000'],
  ['Moulins', '03000'],
  ['Digne-les-Bains', '04000'],
  ['Gap', '05000'],
  ['Ajaccio', '20000'],
  ['Vannes', '56000'],
  ['Quimper', '29000'],
  ['L’Haÿ-les-Roses', '94240'],
  ['Issy-les-Moulineaux', '92130'],
  ['Fort-de-France', '97200'],
]
