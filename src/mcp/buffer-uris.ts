/** Open files as resources: their addresses and types. Pure. */

const PREFIX = 'nvim://buffer';

/** What `resources/templates/list` says. */
export const URI_TEMPLATE = `${PREFIX}{+path}`;

/** Of a real path. */
export function uriOf(path: string): string {
  const slashed = path.replaceAll('\\', '/');
  const absolute = slashed.startsWith('/') ? slashed : `/${slashed}`;
  return PREFIX + absolute.split('/').map(encodeURIComponent).join('/');
}

/** The same address as `uriOf` writes it, however somebody else has escaped it; undefined: it is none of ours. */
export function canonicalUri(uri: string): string | undefined {
  if (!uri.startsWith(`${PREFIX}/`)) return undefined;
  try {
    return PREFIX + uri.slice(PREFIX.length).split('/').map(recoded).join('/');
  } catch {
    return undefined;
  }
}

function recoded(part: string): string {
  return encodeURIComponent(decodeURIComponent(part));
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  html: 'text/html',
  javascript: 'text/javascript',
  json: 'application/json',
  markdown: 'text/markdown',
  xml: 'application/xml',
  yaml: 'application/yaml',
};

export function mimeTypeOf(filetype: string): string {
  return Object.hasOwn(TYPES, filetype) ? (TYPES[filetype] as string) : 'text/plain';
}
