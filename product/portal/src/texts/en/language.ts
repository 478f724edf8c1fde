export const language = {
  'language.choose': 'Language',
  'language.draft': '{name} (draft)',
  'language.notLoaded': 'The language could not be loaded. Check the connection, then try again.',
}
