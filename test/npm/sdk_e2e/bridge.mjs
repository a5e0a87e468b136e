// A server over stdio for whoever starts it: what it reads goes to the Unix socket that its argument names, and back.

import { connect } from 'node:net';

const connection = connect(process.argv[2]);
connection.on('error', () => process.exit(1));
connection.on('close', () => process.exit(0));
process.stdin.pipe(connection).pipe(process.stdout);
