// Calls of each official server, in this order: [tool, arguments]. The results are the same every time.

import path from 'node:path';

export function callsOf(folder) {
  const file = (name) => path.join(folder.files, name);
  return {
    filesystem: [
      ['list_allowed_directories', {}],
      ['list_directory', { path: folder.files }],
      ['list_directory_with_sizes', { path: folder.files, sortBy: 'size' }],
      ['directory_tree', { path: folder.files }],
      ['read_text_file', { path: file('greeting.txt') }],
      ['read_text_file', { path: file('folder/numbers.json'), head: 1 }],
      ['read_media_file', { path: file('pixel.png') }],
      ['read_multiple_files', { paths: [file('greeting.txt'), file('missing.txt')] }],
      ['search_files', { path: folder.files, pattern: '**/*.json' }],
      ['edit_file', { path: file('greeting.txt'), edits: [{ oldText: 'aus', newText: 'von' }], dryRun: true }],
      // Errors of the server.
      ['read_text_file', { path: file('missing.txt') }],
      ['read_text_file', { path: '/etc/hostname' }],
      ['read_text_file', { path: file('greeting.txt'), head: 1, tail: 1 }],
      ['read_text_file', {}],
    ],
    memory: [
      [
        'create_entities',
        {
          entities: [
            { name: 'Ada', entityType: 'person', observations: ['wrote "notes"', 'Zahl: 1.10'] },
            { name: 'Engine', entityType: 'machine', observations: [] },
          ],
        },
      ],
      ['create_relations', { relations: [{ from: 'Ada', to: 'Engine', relationType: 'programs' }] }],
      ['add_observations', { observations: [{ entityName: 'Engine', contents: ['has a mill', 'has a store'] }] }],
      ['read_graph', {}],
      ['search_nodes', { query: 'mill' }],
      ['open_nodes', { names: ['Ada'] }],
      ['delete_observations', { deletions: [{ entityName: 'Engine', observations: ['has a mill'] }] }],
      ['read_graph', {}],
      ['add_observations', { observations: [{ entityName: 'Nobody', contents: ['x'] }] }],
      ['create_entities', { entities: 'none' }],
    ],
    everything: [
      ['echo', { message: 'Grüße 🛠 \u0000 \\ "' }],
      ['get-sum', { a: 0.1, b: 0.2 }],
      ['get-tiny-image', {}],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
      ['get-annotated-message', { messageType: 'debug' }],
      ['get-structured-content', { location: 'Chicago' }],
      ['get-resource-links', { count: 4 }],
      ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
      ['get-resource-reference', { resourceType: 'Blob', resourceId: 2 }],
      ['get-resource-reference', { resourceType: 'Blob', resourceId: -1 }],
      ['get-structured-content', { location: 'Atlantis' }],
      ['get-sum', { a: 'one', b: 2 }],
    ],
  };
}

/** The resources of server-everything have the time of the request in them, in text or in base64. */
export function withoutTimes(result) {
  const timeless = (text) => text.replace(/\d{1,2}:\d{2}:\d{2}( [AP]M)?/g, 'TIME');
  return timeless(result).replace(/"blob":"([^"]*)"/g, (_, blob) => {
    return `"blob":"${timeless(Buffer.from(blob, 'base64').toString())}"`;
  });
}
