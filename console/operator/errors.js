// Why a request of the operator protocol has failed. `kind`: "not_found", "forbidden", "unavailable", "busy", "timed_out",
// "signed_out", "unreachable", "session_over" (of MCP), or absent.

export class OperatorError extends Error {
  constructor(message, kind) {
    super(message);
    this.name = 'OperatorError';
    this.kind = kind;
  }

  static of(error) {
    return new OperatorError(String(error.message ?? 'The request has failed.'), error.data?.kind);
  }

  static signedOut() {
    return new OperatorError('The session has ended.', 'signed_out');
  }

  static unreachable() {
    return new OperatorError('The workbench does not answer.', 'unreachable');
  }
}
