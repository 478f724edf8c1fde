export const language = {
  'language.choose': 'Language',
  'language.notLoaded': 'The language could not be loaded. Check the connection, then try again.',
}
