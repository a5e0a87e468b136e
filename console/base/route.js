// Places in the page: #/servers/dev/files?state=failed is {view: 'servers', parts: ['dev', 'files'], query: {state}}.

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function routeOf(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [view, ...parts] = path.split('/').map(decoded);
  return { view: view || 'inbox', parts, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Goes to an address that takes the place of this one in the history of the browser. */
export function replace(hash) {
  history.replaceState(null, '', hash);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** The address of a place. Members of the query that are empty are left out. */
export function hashOf(view, parts = [], query = {}) {
  const path = [view, ...parts].map(encodeURIComponent).join('/');
  const given = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return `#/${path}${given.size > 0 ? `?${given}` : ''}`;
}
