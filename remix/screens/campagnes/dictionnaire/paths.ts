export const DICTIONARY_PATH = '/campagnes/dictionnaire'
