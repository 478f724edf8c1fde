import type { Language } from '@ekyc/contract/languages'

type Length = 'narrow' | 'short' | 'long'

/**
 * The CLDR names of the months in the languages for which browsers lack them (Chromium 156 shows 'M11' and 'Nov'), and
 * those of Malayalam that have room in a graph of twelve months on a phone, where CLDR's do not.
 */
export const ownMonthNames: Partial<Record<Language, Partial<Record<Length, string>>>> = {
  ml: { narrow: 'ജ ഫ മാ ഏ മെ ജൂ ജൂ ഓ സ ഒ ന ഡി' },
  or: {
    narrow: 'ଜା ଫେ ମା ଅ ମଇ ଜୁ ଜୁ ଅ ସେ ଅ ନ ଡି',
    short: 'ଜାନୁଆରୀ ଫେବୃଆରୀ ମାର୍ଚ୍ଚ ଅପ୍ରେଲ ମଇ ଜୁନ ଜୁଲାଇ ଅଗଷ୍ଟ ସେପ୍ଟେମ୍ବର ଅକ୍ଟୋବର ନଭେମ୍ବର ଡିସେମ୍ବର',
    long: 'ଜାନୁଆରୀ ଫେବୃଆରୀ ମାର୍ଚ୍ଚ ଅପ୍ରେଲ ମଇ ଜୁନ ଜୁଲାଇ ଅଗଷ୍ଟ ସେପ୍ଟେମ୍ବର ଅକ୍ଟୋବର ନଭେମ୍ବର ଡିସେମ୍ବର',
  },
  pa: {
    narrow: 'ਜ ਫ਼ ਮਾ ਅ ਮ ਜੂ ਜੁ ਅ ਸ ਅ ਨ ਦ',
    short: 'ਜਨ ਫ਼ਰ ਮਾਰਚ ਅਪ੍ਰੈ ਮਈ ਜੂਨ ਜੁਲਾ ਅਗ ਸਤੰ ਅਕਤੂ ਨਵੰ ਦਸੰ',
    long: 'ਜਨਵਰੀ ਫ਼ਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ',
  },
}
