/*
 * A browser in words that its owner recognises, from the header `User-Agent`: "Firefox on Windows". The header is chosen
 * by the sender, so only known words are taken from it.
 */

/** In this order, since most browsers also claim to be others. */
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Empty where nothing in it is known. */
export function browserWords(userAgent: string | undefined): string {
  const header = userAgent?.slice(0, 512) ?? '';
  const browser = nameIn(browsers, header);
  const system = nameIn(systems, header);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? '';
}

function nameIn(known: typeof browsers, header: string): string | undefined {
  return known.find(([sign]) => sign.test(header))?.[1];
}
