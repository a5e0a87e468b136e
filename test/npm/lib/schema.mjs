// Checks recorded messages against the schema of their revision.

import { withRevisions } from './revisions.mjs';
import { files, haveSchemaFiles, packages } from './schema_sources.mjs';

const schemas = haveSchemaFiles ? files : packages;
export const schemaSource = haveSchemaFiles ? 'the official files' : 'the official packages';

const unionOf = (sender, kind) => `${sender === 'client' ? 'Client' : 'Server'}${kind}`;

function faultOfCall({ sender, message, revision }, kind) {
  const definition = schemas.byMethod(revision, unionOf(sender, kind), message.method);
  if (!definition) return `${message.method} does not exist for the ${sender} in ${revision}`;
  return schemas.fault(revision, `JSONRPC${kind}`, message) ?? schemas.fault(revision, definition, message);
}

function faultOfError({ message, revision }) {
  const definition = schemas.has(revision, 'JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError';
  return schemas.fault(revision, definition, message);
}

function resultDefinition(sender, { method, revision }, result) {
  if (result.resultType === 'input_required') return 'InputRequiredResult';
  const request = schemas.byMethod(revision, unionOf(sender === 'client' ? 'server' : 'client', 'Request'), method);
  const definition = request?.replace(/Request$/, 'Result');
  return schemas.has(revision, definition) ? definition : 'EmptyResult';
}

function faultOfResult({ sender, message, request, revision }) {
  const envelope = schemas.has(revision, 'JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse';
  return (
    schemas.fault(revision, envelope, message) ??
    schemas.fault(revision, resultDefinition(sender, request, message.result), message.result)
  );
}

function faultOf(entry) {
  const { message, request } = entry;
  if (message.method !== undefined) return faultOfCall(entry, message.id === undefined ? 'Notification' : 'Request');
  if (message.error !== undefined) return faultOfError(entry);
  return request ? faultOfResult(entry) : 'responds to no request';
}

/** A sentence for every message of `sender` in the exchange that its revision does not allow. */
export function faultsOf(exchange, sender) {
  return withRevisions(exchange)
    .filter((entry) => entry.sender === sender)
    .map((entry) => ({ entry, fault: faultOf(entry) }))
    .filter(({ fault }) => fault !== undefined)
    .map(({ entry, fault }) => `${entry.revision}: ${fault}\n  ${entry.line ?? JSON.stringify(entry.message)}`);
}
