#pragma once

namespace workbench::jsonrpc {

/// JSON-RPC 2.0 error codes, and those of MCP that we send.
enum ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kHeaderMismatch = -32020,
  kMissingClientCapability = -32021,
  kUnsupportedProtocolVersion = -32022,
};

}  // namespace workbench::jsonrpc
