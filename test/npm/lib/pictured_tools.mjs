// Tools as servers have them, for the pictures of the documentation.

const kPath = { type: 'string', description: 'A path below the folder of the project, with / between its parts.' };

/** What servers say of their tools to clients, which `open_toolbox` leaves out. */
function hintsOf(name) {
  const isReadOnly = /^(read|search|list|find|count)_/.test(name);
  const title = name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
  return { title, readOnlyHint: isReadOnly, destructiveHint: /^(delete|write|move)_/.test(name), idempotentHint: isReadOnly, openWorldHint: false };
}

const tool = (name, description, properties = {}) => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required: Object.keys(properties).slice(0, 1), additionalProperties: false },
  annotations: hintsOf(name),
});

const kRange = {
  from: { type: 'integer', minimum: 1, description: 'The first line that is wanted.' },
  lines: { type: 'integer', minimum: 1, maximum: 2000, description: 'How many lines are wanted at most.' },
};

/** What is said of each tool of a kind, at the length that is usual. */
const kRules = {
  read: 'Links are followed only inside of the folder. The result says where a long text is cut.',
  write: 'The file is replaced as a whole or not at all. Folders that are missing are made.',
  search: 'Files that .gitignore names are left out.',
  database: 'It runs in a transaction of its own that ends after 30 seconds. The result says how many rows were left out.',
};

export const kFileTools = [
  tool('read_file', `Reads a text file. ${kRules.read}`, { path: kPath, ...kRange }),
  tool('read_files', `Reads several text files at once. ${kRules.read}`, { paths: { type: 'array', items: kPath, maxItems: 50 }, ...kRange }),
  tool('write_file', `Writes a text file. ${kRules.write}`, { path: kPath, text: { type: 'string', description: 'The whole text of the file.' } }),
  tool('edit_file', `Replaces parts of a text file. ${kRules.write}`, {
    path: kPath,
    edits: { type: 'array', items: { type: 'object', properties: { old: { type: 'string' }, new: { type: 'string' } } }, description: 'Each old text must be in the file once.' },
  }),
  tool('search_files', `Searches the files of the project for a regular expression. ${kRules.search}`, {
    pattern: { type: 'string', description: 'A regular expression, matched against each line.' },
    path: kPath,
    most: { type: 'integer', minimum: 1, maximum: 1000, description: 'How many matches are wanted at most.' },
  }),
  tool('list_folder', `Lists the files of a folder with their sizes and times. ${kRules.search}`, { path: kPath, depth: { type: 'integer', minimum: 1, maximum: 10 } }),
  tool('move_file', `Moves or renames a file. ${kRules.write}`, { from: kPath, to: kPath }),
  tool('delete_branch', 'Deletes a branch of the repository and of its remote. What was on no other branch can be found in the reflog for 90 days.', {
    name: { type: 'string', description: 'The name of the branch, without its remote.' },
  }),
];

export const kDatabaseTools = ['orders', 'customers', 'invoices', 'shipments', 'products', 'returns'].flatMap((table) => [
  tool(`find_${table}`, `Finds ${table} by their members. ${kRules.database}`, {
    where: { type: 'object', description: 'Members and the values that they must have.' },
    order: { type: 'string', description: 'The member that orders the rows, with - before it for the last ones first.' },
    most: { type: 'integer', minimum: 1, maximum: 500, description: 'How many rows are wanted at most.' },
  }),
  tool(`count_${table}`, `Counts ${table}, in groups if members are given. ${kRules.database}`, {
    by: { type: 'array', items: { type: 'string' }, description: 'The members that make groups.' },
  }),
]);
