/*
 * How a browser gets in: by a link whose code is after the `#`, which browsers send to nobody. On the command line of a
 * browser other users of the machine could read it, so a browser is given the path of a page that leads there.
 */

export function signInLink(url: string, code: string): string {
  return `${url}/machine#${code}`;
}

export function doorPage(link: string): string {
  const address = link.replace(/[^\w:/.#[\]-]/g, '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Coppice</title>
</head>
<body><p><a href="${address}">Open Coppice</a></p></body>
</html>
`;
}
