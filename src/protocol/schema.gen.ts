// Made by scripts/generate-schema.mjs from test/fixtures/acp/schema.json. Do not edit.

/** Authentication-related capabilities supported by the agent. */
export interface AgentAuthCapabilities {
  /** Whether the agent supports the logout method. */
  readonly logout?: LogoutCapabilities | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Capabilities supported by the agent. */
export interface AgentCapabilities {
  /** Whether the agent supports `session/load`. */
  readonly loadSession?: boolean;
  /** Prompt capabilities supported by the agent. */
  readonly promptCapabilities?: PromptCapabilities;
  /** MCP capabilities supported by the agent. */
  readonly mcpCapabilities?: McpCapabilities;
  /** Session lifecycle and prompt capabilities advertised by the agent. */
  readonly sessionCapabilities?: SessionCapabilities;
  /** Authentication-related capabilities supported by the agent. */
  readonly auth?: AgentAuthCapabilities;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Optional annotations for the client. */
export interface Annotations {
  /** Intended recipients for this content, such as the user or assistant. */
  readonly audience?: readonly Role[] | null;
  /** Timestamp indicating when the underlying resource was last modified. */
  readonly lastModified?: string | null;
  /** Relative importance of this content when clients choose what to surface. */
  readonly priority?: number | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Audio provided to or from an LLM. */
export interface AudioContent {
  /** Optional annotations that help clients decide how to display or route this content. */
  readonly annotations?: Annotations | null;
  /** Base64-encoded media payload. */
  readonly data: string;
  /** MIME type describing the encoded media payload. */
  readonly mimeType: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Authentication capabilities supported by the client. */
export interface AuthCapabilities {
  /** Whether the client supports `terminal` authentication methods. */
  readonly terminal?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Describes an available authentication method. */
export type AuthMethod = ({ readonly type: 'terminal'; } & AuthMethodTerminal) | (AuthMethodAgent & { readonly type?: never });

/** Agent handles authentication itself through `authenticate`. */
export interface AuthMethodAgent {
  /** Unique identifier for this authentication method. */
  readonly id: AuthMethodId;
  /** Human-readable name of the authentication method. */
  readonly name: string;
  /** Optional human-readable description of this authentication method. */
  readonly description?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Typed identifier used for auth method values on the wire. */
export type AuthMethodId = string;

/** Terminal-based authentication method. */
export interface AuthMethodTerminal {
  /** Unique identifier for this authentication method. */
  readonly id: AuthMethodId;
  /** Human-readable name of the authentication method. */
  readonly name: string;
  /** Optional human-readable description of this authentication method. */
  readonly description?: string | null;
  /** Additional arguments to append to the configured agent invocation for terminal auth. */
  readonly args?: readonly string[];
  /** Additional environment variables to set on the configured agent invocation for terminal auth. */
  readonly env?: Readonly<Record<string, string>>;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for the authenticate method. */
export interface AuthenticateRequest {
  /** The ID of the authentication method to use. */
  readonly methodId: AuthMethodId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to the `authenticate` method. */
export interface AuthenticateResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Information about a command. */
export interface AvailableCommand {
  /** Command name (e.g., `create_plan`, `research_codebase`). */
  readonly name: string;
  /** Human-readable description of what the command does. */
  readonly description: string;
  /** Input for the command if required */
  readonly input?: AvailableCommandInput | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** The input specification for a command. */
export type AvailableCommandInput = UnstructuredCommandInput;

/** Available commands are ready or have changed */
export interface AvailableCommandsUpdate {
  /** Commands the agent can execute */
  readonly availableCommands: readonly AvailableCommand[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Binary resource contents. */
export interface BlobResourceContents {
  /** Base64-encoded bytes for a binary resource payload. */
  readonly blob: string;
  /** MIME type describing the encoded media payload. */
  readonly mimeType?: string | null;
  /** URI associated with this resource or media payload. */
  readonly uri: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Capabilities for boolean session configuration options. */
export interface BooleanConfigOptionCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Schema for boolean properties in an elicitation form. */
export interface BooleanPropertySchema {
  /** Optional title for the property. */
  readonly title?: string | null;
  /** Human-readable description. */
  readonly description?: string | null;
  /** Default value. */
  readonly default?: boolean | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Notification to cancel ongoing operations for a session. */
export interface CancelNotification {
  /** The ID of the session to cancel operations for. */
  readonly sessionId: SessionId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Capabilities supported by the client. */
export interface ClientCapabilities {
  /** File system capabilities supported by the client. */
  readonly fs?: FileSystemCapabilities;
  /** Whether the Client support all `terminal/*` methods. */
  readonly terminal?: boolean;
  /** Session-related capabilities supported by the client. */
  readonly session?: ClientSessionCapabilities | null;
  /** Authentication capabilities supported by the client. */
  readonly auth?: AuthCapabilities;
  /** Elicitation capabilities supported by the client. */
  readonly elicitation?: ElicitationCapabilities | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Session-related capabilities supported by the client. */
export interface ClientSessionCapabilities {
  /** Support for ID-addressed context compaction updates. */
  readonly compaction?: CompactionCapabilities | null;
  /** Config option capabilities supported by the client. */
  readonly configOptions?: SessionConfigOptionsCapabilities | null;
  /** Support for live user-facing `notice` session updates. */
  readonly notices?: NoticeCapabilities | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for closing an active session. */
export interface CloseSessionRequest {
  /** The ID of the session to close. */
  readonly sessionId: SessionId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response from closing a session. */
export interface CloseSessionResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Client support for ID-addressed context compaction updates. */
export type CompactionCapabilities = Readonly<Record<string, unknown>>;

/** Unique identifier for a context compaction within a session. */
export type CompactionId = string;

/** Lifecycle state of a context compaction. */
export type CompactionStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled' | (string & {});

/** A content block appended to a compaction's summary. */
export interface CompactionSummaryChunk {
  /** ID of the compaction whose summary receives this content. */
  readonly compactionId: CompactionId;
  /** One content block to append. */
  readonly content: ContentBlock;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A context compaction upsert. */
export interface CompactionUpdate {
  /** The Agent-owned ID of this compaction, unique within the session. */
  readonly compactionId: CompactionId;
  /** Current lifecycle status. */
  readonly status: CompactionStatus;
  /** Complete replacement user-displayable summary content for the compaction. */
  readonly summary?: readonly ContentBlock[] | null;
  /** Human-readable error details for the compaction. */
  readonly error?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Notification sent by the agent when a URL-based elicitation is complete. */
export interface CompleteElicitationNotification {
  /** The ID of the elicitation that completed. */
  readonly elicitationId: ElicitationId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Session configuration options have been updated. */
export interface ConfigOptionUpdate {
  /** The full set of configuration options and their current values. */
  readonly configOptions: readonly SessionConfigOption[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Standard content block (text, images, resources). */
export interface Content {
  /** The actual content block. */
  readonly content: ContentBlock;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Content blocks represent displayable information in the Agent Client Protocol. */
export type ContentBlock = ({ readonly type: 'text'; } & TextContent) | ({ readonly type: 'image'; } & ImageContent) | ({ readonly type: 'audio'; } & AudioContent) | ({ readonly type: 'resource_link'; } & ResourceLink) | ({ readonly type: 'resource'; } & EmbeddedResource);

/** A streamed item of content */
export interface ContentChunk {
  /** A single item of content */
  readonly content: ContentBlock;
  /** A unique identifier for the message this chunk belongs to. */
  readonly messageId?: MessageId | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Cost information for a session. */
export interface Cost {
  /** Total cumulative cost for session. */
  readonly amount: number;
  /** Unit of `amount`: an ISO 4217 currency code (e.g., "USD", "EUR") for money, or another unit such as "credits". */
  readonly currency: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request from the agent to elicit structured user input. */
export type CreateElicitationRequest = { /** A human-readable message describing what input is needed. */ readonly message: string; readonly _meta?: Readonly<Record<string, unknown>> | null; } & (({ readonly mode: 'form'; } & ElicitationFormMode) | ({ readonly mode: 'url'; } & ElicitationUrlMode) | ({ /** Custom or future elicitation mode. */ readonly mode: string; } & (ElicitationSessionScope | ElicitationRequestScope)));

/** Response from the client to an elicitation request. */
export type CreateElicitationResponse = { readonly _meta?: Readonly<Record<string, unknown>> | null; } & (({ readonly action: 'accept'; } & ElicitationAcceptAction) | { readonly action: 'decline'; } | { readonly action: 'cancel'; } | { /** Custom or future elicitation action. */ readonly action: string; });

/** Request to create a new terminal and execute a command. */
export interface CreateTerminalRequest {
  /** The session ID for this request. */
  readonly sessionId: SessionId;
  /** The command to execute. */
  readonly command: string;
  /** Array of command arguments. */
  readonly args?: readonly string[];
  /** Environment variables for the command. */
  readonly env?: readonly EnvVariable[];
  /** Working directory for the command. */
  readonly cwd?: string | null;
  /** Maximum number of output bytes to retain. */
  readonly outputByteLimit?: number | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response containing the ID of the created terminal. */
export interface CreateTerminalResponse {
  /** The unique identifier for the created terminal. */
  readonly terminalId: TerminalId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** The current mode of the session has changed See protocol docs: [Session Modes](https://agentclientprotocol.com/protocol/v1/session-modes) */
export interface CurrentModeUpdate {
  /** The ID of the current mode */
  readonly currentModeId: SessionModeId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for deleting an existing session from `session/list`. */
export interface DeleteSessionRequest {
  /** The ID of the session to delete. */
  readonly sessionId: SessionId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response from deleting a session. */
export interface DeleteSessionResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A diff representing file modifications. */
export interface Diff {
  /** The absolute file path being modified. */
  readonly path: string;
  /** The original content (omitted or `null` for new files). */
  readonly oldText?: string | null;
  /** The new content after modification. */
  readonly newText: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** The user accepted the elicitation and provided content. */
export interface ElicitationAcceptAction {
  /** The user-provided content, if any, as an object matching the requested schema. */
  readonly content?: Readonly<Record<string, ElicitationContentValue>> | null;
}

/** Elicitation capabilities supported by the client. */
export interface ElicitationCapabilities {
  /** Whether the client supports form-based elicitation. */
  readonly form?: ElicitationFormCapabilities | null;
  /** Whether the client supports URL-based elicitation. */
  readonly url?: ElicitationUrlCapabilities | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Allowed wire representations for `ElicitationContentValue`. */
export type ElicitationContentValue = string | number | number | boolean | readonly string[];

/** Form-based elicitation capabilities. */
export interface ElicitationFormCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Form-based elicitation mode where the client renders a form from the provided schema. */
export type ElicitationFormMode = { /** A JSON Schema describing the form fields to present to the user. */ readonly requestedSchema: ElicitationSchema; } & (ElicitationSessionScope | ElicitationRequestScope);

/** Unique identifier for an elicitation. */
export type ElicitationId = string;

/** Property schema for elicitation form fields. */
export type ElicitationPropertySchema = ({ readonly type: 'string'; } & StringPropertySchema) | ({ readonly type: 'number'; } & NumberPropertySchema) | ({ readonly type: 'integer'; } & IntegerPropertySchema) | ({ readonly type: 'boolean'; } & BooleanPropertySchema) | ({ readonly type: 'array'; } & MultiSelectPropertySchema) | { /** Custom or future elicitation property schema type. */ readonly type: string; };

/** Request-scoped elicitation, tied to a specific JSON-RPC request outside of a session (e.g., during auth/configuration phases before any session is started). */
export interface ElicitationRequestScope {
  /** The request this elicitation is tied to. */
  readonly requestId: RequestId;
}

/** Type-safe elicitation schema for requesting structured user input. */
export interface ElicitationSchema {
  /** Type discriminator. */
  readonly type?: ElicitationSchemaType;
  /** Optional title for the schema. */
  readonly title?: string | null;
  /** Property definitions (must be primitive types). */
  readonly properties?: Readonly<Record<string, ElicitationPropertySchema>>;
  /** List of required property names. */
  readonly required?: readonly string[] | null;
  /** Optional description of what this schema represents. */
  readonly description?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Type discriminator for elicitation schemas. */
export type ElicitationSchemaType = 'object';

/** Session-scoped elicitation, optionally tied to a specific tool call. */
export interface ElicitationSessionScope {
  /** The session this elicitation is tied to. */
  readonly sessionId: SessionId;
  /** Optional tool call within the session. */
  readonly toolCallId?: ToolCallId | null;
}

/** URL-based elicitation capabilities. */
export interface ElicitationUrlCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** URL-based elicitation mode where the client directs the user to a URL. */
export type ElicitationUrlMode = { /** The unique identifier for this elicitation. */ readonly elicitationId: ElicitationId; /** The URL to direct the user to. */ readonly url: string; } & (ElicitationSessionScope | ElicitationRequestScope);

/** The contents of a resource, embedded into a prompt or tool call result. */
export interface EmbeddedResource {
  /** Optional annotations that help clients decide how to display or route this content. */
  readonly annotations?: Annotations | null;
  /** Embedded resource payload, either text or binary data. */
  readonly resource: EmbeddedResourceResource;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Resource content that can be embedded in a message. */
export type EmbeddedResourceResource = TextResourceContents | BlobResourceContents;

/** A titled enum option with a const value, human-readable title, and optional description. */
export interface EnumOption {
  /** The constant value for this option. */
  readonly const: string;
  /** Human-readable title for this option. */
  readonly title: string;
  /** Human-readable description. */
  readonly description?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** An environment variable to set when launching an MCP server. */
export interface EnvVariable {
  /** The name of the environment variable. */
  readonly name: string;
  /** The value to set for the environment variable. */
  readonly value: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** File system capabilities that a client may support. */
export interface FileSystemCapabilities {
  /** Whether the Client supports `fs/read_text_file` requests. */
  readonly readTextFile?: boolean;
  /** Whether the Client supports `fs/write_text_file` requests. */
  readonly writeTextFile?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for the unstable `session/fork`. */
export interface ForkSessionRequest {
  /** List of MCP servers to connect to for this session. */
  readonly mcpServers: readonly McpServer[];
  /** The working directory for this session. */
  readonly cwd: string;
  /** Additional workspace roots to activate for this session. */
  readonly additionalDirectories?: readonly string[];
  /** The ID of the session to load. */
  readonly sessionId: SessionId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to `session/fork`: the id is that of the copy. */
export interface ForkSessionResponse {
  /** Unique identifier for the created session. */
  readonly sessionId: SessionId;
  /** Initial mode state if supported by the Agent See protocol docs: [Session Modes](https://agentclientprotocol.com/protocol/v1/session-modes) */
  readonly modes?: SessionModeState | null;
  /** Initial session configuration options if supported by the Agent. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
  /** Models, in the old way. */
  readonly models?: SessionModelState | null;
}

/** An HTTP header to set when making requests to the MCP server. */
export interface HttpHeader {
  /** The name of the HTTP header. */
  readonly name: string;
  /** The value to set for the HTTP header. */
  readonly value: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** An image provided to or from an LLM. */
export interface ImageContent {
  /** Optional annotations that help clients decide how to display or route this content. */
  readonly annotations?: Annotations | null;
  /** Base64-encoded media payload. */
  readonly data: string;
  /** MIME type describing the encoded media payload. */
  readonly mimeType: string;
  /** URI associated with this resource or media payload. */
  readonly uri?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Metadata about the implementation of the client or agent. */
export interface Implementation {
  /** Intended for programmatic or logical use, but can be used as a display name fallback if title isn't present. */
  readonly name: string;
  /** Intended for UI and end-user contexts and optimized to be human-readable and easily understood. */
  readonly title?: string | null;
  /** Version of the implementation. */
  readonly version: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for the initialize method. */
export interface InitializeRequest {
  /** The latest protocol version supported by the client. */
  readonly protocolVersion: ProtocolVersion;
  /** Capabilities supported by the client. */
  readonly clientCapabilities?: ClientCapabilities;
  /** Information about the Client name and version sent to the Agent. */
  readonly clientInfo?: Implementation | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to the `initialize` method. */
export interface InitializeResponse {
  /** The protocol version the client specified if supported by the agent, or the latest protocol version supported by the agent. */
  readonly protocolVersion: ProtocolVersion;
  /** Capabilities supported by the agent. */
  readonly agentCapabilities?: AgentCapabilities;
  /** Authentication methods supported by the agent. */
  readonly authMethods?: readonly AuthMethod[];
  /** Information about the Agent name and version sent to the Client. */
  readonly agentInfo?: Implementation | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Schema for integer properties in an elicitation form. */
export interface IntegerPropertySchema {
  /** Optional title for the property. */
  readonly title?: string | null;
  /** Human-readable description. */
  readonly description?: string | null;
  /** Minimum value (inclusive). */
  readonly minimum?: number | null;
  /** Maximum value (inclusive). */
  readonly maximum?: number | null;
  /** Default value. */
  readonly default?: number | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request to kill a terminal without releasing it. */
export interface KillTerminalRequest {
  /** The session ID for this request. */
  readonly sessionId: SessionId;
  /** The ID of the terminal to kill. */
  readonly terminalId: TerminalId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to `terminal/kill` method */
export interface KillTerminalResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for listing existing sessions. */
export interface ListSessionsRequest {
  /** Filter sessions by working directory. */
  readonly cwd?: string | null;
  /** Opaque cursor token from a previous response's nextCursor field for cursor-based pagination */
  readonly cursor?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response from listing sessions. */
export interface ListSessionsResponse {
  /** Array of session information objects */
  readonly sessions: readonly SessionInfo[];
  /** Opaque cursor token. */
  readonly nextCursor?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for loading an existing session. */
export interface LoadSessionRequest {
  /** List of MCP servers to connect to for this session. */
  readonly mcpServers: readonly McpServer[];
  /** The working directory for this session. */
  readonly cwd: string;
  /** Additional workspace roots to activate for this session. */
  readonly additionalDirectories?: readonly string[];
  /** The ID of the session to load. */
  readonly sessionId: SessionId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response from loading an existing session. */
export interface LoadSessionResponse {
  /** Initial mode state if supported by the Agent See protocol docs: [Session Modes](https://agentclientprotocol.com/protocol/v1/session-modes) */
  readonly modes?: SessionModeState | null;
  /** Initial session configuration options if supported by the Agent. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
  /** Models, in the old way. */
  readonly models?: SessionModelState | null;
}

/** Logout capabilities supported by the agent. */
export interface LogoutCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for the logout method. */
export interface LogoutRequest {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to the `logout` method. */
export interface LogoutResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** MCP capabilities supported by the agent */
export interface McpCapabilities {
  /** Agent supports `http` MCP servers. */
  readonly http?: boolean;
  /** Agent supports `sse` MCP servers. */
  readonly sse?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Configuration for connecting to an MCP (Model Context Protocol) server. */
export type McpServer = ({ readonly type: 'http'; } & McpServerHttp) | ({ readonly type: 'sse'; } & McpServerSse) | (McpServerStdio & { readonly type?: never });

/** HTTP transport configuration for MCP. */
export interface McpServerHttp {
  /** Human-readable name identifying this MCP server. */
  readonly name: string;
  /** URL to the MCP server. */
  readonly url: string;
  /** HTTP headers to set when making requests to the MCP server. */
  readonly headers: readonly HttpHeader[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** SSE transport configuration for MCP. */
export interface McpServerSse {
  /** Human-readable name identifying this MCP server. */
  readonly name: string;
  /** URL to the MCP server. */
  readonly url: string;
  /** HTTP headers to set when making requests to the MCP server. */
  readonly headers: readonly HttpHeader[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Stdio transport configuration for MCP. */
export interface McpServerStdio {
  /** Human-readable name identifying this MCP server. */
  readonly name: string;
  /** Absolute path to the MCP server executable. */
  readonly command: string;
  /** Command-line arguments to pass to the MCP server. */
  readonly args: readonly string[];
  /** Environment variables to set when launching the MCP server. */
  readonly env: readonly EnvVariable[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Unique identifier for a message within a session. */
export type MessageId = string;

/** One model. */
export interface ModelInfo {
  readonly modelId: string;
  readonly name: string;
  readonly description?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Items for a multi-select (array) property schema. */
export type MultiSelectItems = ({ readonly type: 'string'; } & StringMultiSelectItems) | { /** Custom or future multi-select item type. */ readonly type: string; } | (TitledMultiSelectItems & { readonly type?: never });

/** Schema for multi-select (array) properties in an elicitation form. */
export interface MultiSelectPropertySchema {
  /** Optional title for the property. */
  readonly title?: string | null;
  /** Human-readable description. */
  readonly description?: string | null;
  /** Minimum number of items to select. */
  readonly minItems?: number | null;
  /** Maximum number of items to select. */
  readonly maxItems?: number | null;
  /** The items definition describing allowed values. */
  readonly items: MultiSelectItems;
  /** Default selected values. */
  readonly default?: readonly string[] | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for creating a new session. */
export interface NewSessionRequest {
  /** The working directory for this session. */
  readonly cwd: string;
  /** Additional workspace roots for this session. */
  readonly additionalDirectories?: readonly string[];
  /** List of MCP (Model Context Protocol) servers the agent should connect to. */
  readonly mcpServers: readonly McpServer[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response from creating a new session. */
export interface NewSessionResponse {
  /** Unique identifier for the created session. */
  readonly sessionId: SessionId;
  /** Initial mode state if supported by the Agent See protocol docs: [Session Modes](https://agentclientprotocol.com/protocol/v1/session-modes) */
  readonly modes?: SessionModeState | null;
  /** Initial session configuration options if supported by the Agent. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
  /** Models, in the old way. */
  readonly models?: SessionModelState | null;
}

/** Fire-and-forget information for the user. */
export interface Notice {
  /** Presentation severity hint. */
  readonly severity: NoticeSeverity;
  /** Required non-empty plain-text title that can stand alone. */
  readonly title: string;
  /** Optional plain-text detail or guidance. */
  readonly description?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Client support for presenting live notices to the user. */
export type NoticeCapabilities = Readonly<Record<string, unknown>>;

/** Severity hint for a session notice. */
export type NoticeSeverity = 'info' | 'warning' | 'error' | (string & {});

/** Schema for number (floating-point) properties in an elicitation form. */
export interface NumberPropertySchema {
  /** Optional title for the property. */
  readonly title?: string | null;
  /** Human-readable description. */
  readonly description?: string | null;
  /** Minimum value (inclusive). */
  readonly minimum?: number | null;
  /** Maximum value (inclusive). */
  readonly maximum?: number | null;
  /** Default value. */
  readonly default?: number | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** An option presented to the user when requesting permission. */
export interface PermissionOption {
  /** Unique identifier for this permission option. */
  readonly optionId: PermissionOptionId;
  /** Human-readable label to display to the user. */
  readonly name: string;
  /** Hint about the nature of this permission option. */
  readonly kind: PermissionOptionKind;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Unique identifier for a permission option. */
export type PermissionOptionId = string;

/** The type of permission option being presented to the user. */
export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | (string & {});

/** An execution plan for accomplishing complex tasks. */
export interface Plan {
  /** The list of tasks to be accomplished. */
  readonly entries: readonly PlanEntry[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A single entry in the execution plan. */
export interface PlanEntry {
  /** Human-readable description of what this task aims to accomplish. */
  readonly content: string;
  /** The relative importance of this task. */
  readonly priority: PlanEntryPriority;
  /** Current execution status of this task. */
  readonly status: PlanEntryStatus;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Priority levels for plan entries. */
export type PlanEntryPriority = 'high' | 'medium' | 'low';

/** Status of a plan entry in the execution flow. */
export type PlanEntryStatus = 'pending' | 'in_progress' | 'completed';

/** Prompt capabilities supported by the agent in `session/prompt` requests. */
export interface PromptCapabilities {
  /** Agent supports `image` content blocks. */
  readonly image?: boolean;
  /** Agent supports `audio` content blocks. */
  readonly audio?: boolean;
  /** Agent supports embedded context in `session/prompt` requests. */
  readonly embeddedContext?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for sending a user prompt to the agent. */
export interface PromptRequest {
  /** The ID of the session to send this user message to */
  readonly sessionId: SessionId;
  /** The blocks of content that compose the user's message. */
  readonly prompt: readonly ContentBlock[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response from processing a user prompt. */
export interface PromptResponse {
  /** Indicates why the agent stopped processing the turn. */
  readonly stopReason: StopReason;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Protocol version identifier. */
export type ProtocolVersion = number;

/** Request to read content from a text file. */
export interface ReadTextFileRequest {
  /** The session ID for this request. */
  readonly sessionId: SessionId;
  /** Absolute path to the file to read. */
  readonly path: string;
  /** Line number to start reading from (1-based). */
  readonly line?: number | null;
  /** Maximum number of lines to read. */
  readonly limit?: number | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response containing the contents of a text file. */
export interface ReadTextFileResponse {
  /** Content payload returned by this response. */
  readonly content: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request to release a terminal and free its resources. */
export interface ReleaseTerminalRequest {
  /** The session ID for this request. */
  readonly sessionId: SessionId;
  /** The ID of the terminal to release. */
  readonly terminalId: TerminalId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to terminal/release method */
export interface ReleaseTerminalResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** JSON RPC Request Id An identifier established by the Client that MUST contain a String, Number, or NULL value if included. */
export type RequestId = number | string | null;

/** The outcome of a permission request. */
export type RequestPermissionOutcome = { readonly outcome: 'cancelled'; } | ({ readonly outcome: 'selected'; } & SelectedPermissionOutcome);

/** Request for user permission to execute a tool call. */
export interface RequestPermissionRequest {
  /** The session ID for this request. */
  readonly sessionId: SessionId;
  /** Details about the tool call requiring permission. */
  readonly toolCall: ToolCallUpdate;
  /** Available permission options for the user to choose from. */
  readonly options: readonly PermissionOption[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to a permission request. */
export interface RequestPermissionResponse {
  /** The user's decision on the permission request. */
  readonly outcome: RequestPermissionOutcome;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A resource that the server is capable of reading, included in a prompt or tool call result. */
export interface ResourceLink {
  /** Optional annotations that help clients decide how to display or route this content. */
  readonly annotations?: Annotations | null;
  /** Optional human-readable details shown with this protocol object. */
  readonly description?: string | null;
  /** MIME type describing the encoded media payload. */
  readonly mimeType?: string | null;
  /** Human-readable name shown for this protocol object. */
  readonly name: string;
  /** Optional size of the linked resource in bytes, if known. */
  readonly size?: number | null;
  /** Optional display title for end-user UI. */
  readonly title?: string | null;
  /** URI associated with this resource or media payload. */
  readonly uri: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for resuming an existing session. */
export interface ResumeSessionRequest {
  /** The ID of the session to resume. */
  readonly sessionId: SessionId;
  /** The working directory for this session. */
  readonly cwd: string;
  /** Additional workspace roots to activate for this session. */
  readonly additionalDirectories?: readonly string[];
  /** List of MCP servers to connect to for this session. */
  readonly mcpServers?: readonly McpServer[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response from resuming an existing session. */
export interface ResumeSessionResponse {
  /** Initial mode state if supported by the Agent See protocol docs: [Session Modes](https://agentclientprotocol.com/protocol/v1/session-modes) */
  readonly modes?: SessionModeState | null;
  /** Initial session configuration options if supported by the Agent. */
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
  /** Models, in the old way. */
  readonly models?: SessionModelState | null;
}

/** The sender or recipient of messages and data in a conversation. */
export type Role = 'assistant' | 'user';

/** The user selected one of the provided options. */
export interface SelectedPermissionOutcome {
  /** The ID of the option the user selected. */
  readonly optionId: PermissionOptionId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Capabilities for additional session directories support. */
export interface SessionAdditionalDirectoriesCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Session capabilities supported by the agent. */
export interface SessionCapabilities {
  /** Whether the agent supports `session/list`. */
  readonly list?: SessionListCapabilities | null;
  /** Whether the agent supports `session/delete`. */
  readonly delete?: SessionDeleteCapabilities | null;
  /** Whether the agent supports `additionalDirectories` on supported session lifecycle requests. */
  readonly additionalDirectories?: SessionAdditionalDirectoriesCapabilities | null;
  /** Whether the agent supports `session/resume`. */
  readonly resume?: SessionResumeCapabilities | null;
  /** Whether the agent supports `session/close`. */
  readonly close?: SessionCloseCapabilities | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
  /** Whether the agent supports the unstable `session/fork`. */
  readonly fork?: SessionForkCapabilities | null;
}

/** Capabilities for the `session/close` method. */
export interface SessionCloseCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A boolean on/off toggle session configuration option payload. */
export interface SessionConfigBoolean {
  /** The current value of the boolean option. */
  readonly currentValue: boolean;
}

/** Unique identifier for a session configuration option value group. */
export type SessionConfigGroupId = string;

/** Unique identifier for a session configuration option. */
export type SessionConfigId = string;

/** A session configuration option selector and its current state. */
export type SessionConfigOption = { /** Unique identifier for the configuration option. */ readonly id: SessionConfigId; /** Human-readable label for the option. */ readonly name: string; /** Optional description for the Client to display to the user. */ readonly description?: string | null; /** Optional semantic category for this option (UX only). */ readonly category?: SessionConfigOptionCategory | null; readonly _meta?: Readonly<Record<string, unknown>> | null; } & (({ readonly type: 'select'; } & SessionConfigSelect) | ({ readonly type: 'boolean'; } & SessionConfigBoolean));

/** Semantic category for a session configuration option. */
export type SessionConfigOptionCategory = 'mode' | 'model' | 'model_config' | 'thought_level' | (string & {});

/** Session configuration option capabilities supported by the client. */
export interface SessionConfigOptionsCapabilities {
  /** Whether the client supports boolean session configuration options. */
  readonly boolean?: BooleanConfigOptionCapabilities | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A single-value selector (dropdown) session configuration option payload. */
export interface SessionConfigSelect {
  /** The currently selected value. */
  readonly currentValue: SessionConfigValueId;
  /** The set of selectable options. */
  readonly options: SessionConfigSelectOptions;
}

/** A group of possible values for a session configuration option. */
export interface SessionConfigSelectGroup {
  /** Unique identifier for this group. */
  readonly group: SessionConfigGroupId;
  /** Human-readable label for this group. */
  readonly name: string;
  /** The set of option values in this group. */
  readonly options: readonly SessionConfigSelectOption[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A possible value for a session configuration option. */
export interface SessionConfigSelectOption {
  /** Unique identifier for this option value. */
  readonly value: SessionConfigValueId;
  /** Human-readable label for this option value. */
  readonly name: string;
  /** Optional description for this option value. */
  readonly description?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Possible values for a session configuration option. */
export type SessionConfigSelectOptions = readonly SessionConfigSelectOption[] | readonly SessionConfigSelectGroup[];

/** Unique identifier for a session configuration option value. */
export type SessionConfigValueId = string;

/** Capabilities for the `session/delete` method. */
export interface SessionDeleteCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Capabilities for the unstable `session/fork`. */
export interface SessionForkCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A unique identifier for a conversation session between a client and agent. */
export type SessionId = string;

/** Information about a session returned by session/list */
export interface SessionInfo {
  /** Unique identifier for the session */
  readonly sessionId: SessionId;
  /** The working directory for this session. */
  readonly cwd: string;
  /** Additional workspace roots reported for this session. */
  readonly additionalDirectories?: readonly string[];
  /** Human-readable title for the session */
  readonly title?: string | null;
  /** ISO 8601 timestamp of last activity */
  readonly updatedAt?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Update to session metadata. */
export interface SessionInfoUpdate {
  /** Human-readable title for the session. */
  readonly title?: string | null;
  /** ISO 8601 timestamp of last activity. */
  readonly updatedAt?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Capabilities for the `session/list` method. */
export interface SessionListCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** A mode the agent can operate in. */
export interface SessionMode {
  /** Stable identifier used to refer to this protocol object in later messages. */
  readonly id: SessionModeId;
  /** Human-readable name shown for this protocol object. */
  readonly name: string;
  /** Optional human-readable details shown with this protocol object. */
  readonly description?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Unique identifier for a Session Mode. */
export type SessionModeId = string;

/** The set of modes and the one currently active. */
export interface SessionModeState {
  /** The current mode the Agent is in. */
  readonly currentModeId: SessionModeId;
  /** The set of modes that the Agent can operate in */
  readonly availableModes: readonly SessionMode[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** The models of an agent that has no config option for them. */
export interface SessionModelState {
  readonly currentModelId: string;
  readonly availableModels: readonly ModelInfo[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Notification containing a session update from the agent. */
export interface SessionNotification {
  /** The ID of the session this update pertains to. */
  readonly sessionId: SessionId;
  /** The actual update content. */
  readonly update: SessionUpdate;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Capabilities for the `session/resume` method. */
export interface SessionResumeCapabilities {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Different types of updates that can be sent during session processing. */
export type SessionUpdate = ({ readonly sessionUpdate: 'user_message_chunk'; } & ContentChunk) | ({ readonly sessionUpdate: 'agent_message_chunk'; } & ContentChunk) | ({ readonly sessionUpdate: 'agent_thought_chunk'; } & ContentChunk) | ({ readonly sessionUpdate: 'tool_call'; } & ToolCall) | ({ readonly sessionUpdate: 'tool_call_update'; } & ToolCallUpdate) | ({ readonly sessionUpdate: 'plan'; } & Plan) | ({ readonly sessionUpdate: 'available_commands_update'; } & AvailableCommandsUpdate) | ({ readonly sessionUpdate: 'current_mode_update'; } & CurrentModeUpdate) | ({ readonly sessionUpdate: 'config_option_update'; } & ConfigOptionUpdate) | ({ readonly sessionUpdate: 'session_info_update'; } & SessionInfoUpdate) | ({ readonly sessionUpdate: 'usage_update'; } & UsageUpdate) | ({ readonly sessionUpdate: 'notice'; } & Notice) | ({ readonly sessionUpdate: 'compaction_update'; } & CompactionUpdate) | ({ readonly sessionUpdate: 'compaction_summary_chunk'; } & CompactionSummaryChunk);

/** Request parameters for setting a session configuration option. */
export type SetSessionConfigOptionRequest = { /** The ID of the session to set the configuration option for. */ readonly sessionId: SessionId; /** The ID of the configuration option to set. */ readonly configId: SessionConfigId; readonly _meta?: Readonly<Record<string, unknown>> | null; } & ({ readonly type: 'boolean'; /** The boolean value. */ readonly value: boolean; } | ({ /** The value ID. */ readonly value: SessionConfigValueId; } & { readonly type?: never }));

/** Response to `session/set_config_option` method. */
export interface SetSessionConfigOptionResponse {
  /** The full set of configuration options and their current values. */
  readonly configOptions: readonly SessionConfigOption[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for setting a session mode. */
export interface SetSessionModeRequest {
  /** The ID of the session to set the mode for. */
  readonly sessionId: SessionId;
  /** The ID of the mode to set. */
  readonly modeId: SessionModeId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to `session/set_mode` method. */
export interface SetSessionModeResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for the old `session/set_model`. */
export interface SetSessionModelRequest {
  readonly sessionId: SessionId;
  readonly modelId: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to `session/set_model`. */
export interface SetSessionModelResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request parameters for `_session/steering`: a message for the running turn. */
export interface SteeringRequest {
  /** The ID of the session to send this user message to */
  readonly sessionId: SessionId;
  /** The blocks of content that compose the user's message. */
  readonly prompt: readonly ContentBlock[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to `_session/steering`. */
export interface SteeringResponse {
  /** `injected`, `promptRequired` or `startedNewTurn`. */
  readonly outcome?: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Reasons why an agent stops processing a prompt turn. */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled' | (string & {});

/** String format types for string properties in elicitation schemas. */
export type StringFormat = 'email' | 'uri' | 'date' | 'date-time';

/** String item schema for multi-select enum properties. */
export interface StringMultiSelectItems {
  /** Allowed enum values. */
  readonly enum: readonly string[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Schema for string properties in an elicitation form. */
export interface StringPropertySchema {
  /** Optional title for the property. */
  readonly title?: string | null;
  /** Human-readable description. */
  readonly description?: string | null;
  /** Minimum string length. */
  readonly minLength?: number | null;
  /** Maximum string length. */
  readonly maxLength?: number | null;
  /** Pattern the string must match. */
  readonly pattern?: string | null;
  /** String format. */
  readonly format?: StringFormat | null;
  /** Default value. */
  readonly default?: string | null;
  /** Enum values for untitled single-select enums. */
  readonly enum?: readonly string[] | null;
  /** Titled enum options for titled single-select enums. */
  readonly oneOf?: readonly EnumOption[] | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Embed a terminal created with `terminal/create` by its id. */
export interface Terminal {
  /** Identifier of the terminal instance to embed in the content stream. */
  readonly terminalId: TerminalId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Exit status of a terminal command. */
export interface TerminalExitStatus {
  /** The process exit code (may be null if terminated by signal). */
  readonly exitCode?: number | null;
  /** The signal that terminated the process (may be null if exited normally). */
  readonly signal?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Typed identifier used for terminal values on the wire. */
export type TerminalId = string;

/** Request to get the current output and status of a terminal. */
export interface TerminalOutputRequest {
  /** The session ID for this request. */
  readonly sessionId: SessionId;
  /** The ID of the terminal to get output from. */
  readonly terminalId: TerminalId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response containing the terminal output and exit status. */
export interface TerminalOutputResponse {
  /** The terminal output captured so far. */
  readonly output: string;
  /** Whether the output was truncated due to byte limits. */
  readonly truncated: boolean;
  /** Exit status if the command has completed. */
  readonly exitStatus?: TerminalExitStatus | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Text provided to or from an LLM. */
export interface TextContent {
  /** Optional annotations that help clients decide how to display or route this content. */
  readonly annotations?: Annotations | null;
  /** Text payload carried by this content block. */
  readonly text: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Text-based resource contents. */
export interface TextResourceContents {
  /** MIME type describing the encoded media payload. */
  readonly mimeType?: string | null;
  /** Text payload carried by this content block. */
  readonly text: string;
  /** URI associated with this resource or media payload. */
  readonly uri: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Items definition for titled multi-select enum properties. */
export interface TitledMultiSelectItems {
  /** Titled enum options. */
  readonly anyOf: readonly EnumOption[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Represents a tool call that the language model has requested. */
export interface ToolCall {
  /** Unique identifier for this tool call within the session. */
  readonly toolCallId: ToolCallId;
  /** Human-readable title describing what the tool is doing. */
  readonly title: string;
  /** Programmatic name of the tool being invoked. */
  readonly name?: string | null;
  /** The category of tool being invoked. */
  readonly kind?: ToolKind;
  /** Current execution status of the tool call. */
  readonly status?: ToolCallStatus;
  /** Content produced by the tool call. */
  readonly content?: readonly ToolCallContent[];
  /** File locations affected by this tool call. */
  readonly locations?: readonly ToolCallLocation[];
  /** Raw input parameters sent to the tool. */
  readonly rawInput?: unknown;
  /** Raw output returned by the tool. */
  readonly rawOutput?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Content produced by a tool call. */
export type ToolCallContent = ({ readonly type: 'content'; } & Content) | ({ readonly type: 'diff'; } & Diff) | ({ readonly type: 'terminal'; } & Terminal);

/** Unique identifier for a tool call within a session. */
export type ToolCallId = string;

/** A file location being accessed or modified by a tool. */
export interface ToolCallLocation {
  /** The absolute file path being accessed or modified. */
  readonly path: string;
  /** Optional 1-based line number within the file. */
  readonly line?: number | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Execution status of a tool call. */
export type ToolCallStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

/** An update to an existing tool call. */
export interface ToolCallUpdate {
  /** The ID of the tool call being updated. */
  readonly toolCallId: ToolCallId;
  /** Update the tool kind. */
  readonly kind?: ToolKind | null;
  /** Update the execution status. */
  readonly status?: ToolCallStatus | null;
  /** Update the human-readable title. */
  readonly title?: string | null;
  /** Update the programmatic name of the tool being invoked. */
  readonly name?: string | null;
  /** Replace the content collection. */
  readonly content?: readonly ToolCallContent[] | null;
  /** Replace the locations collection. */
  readonly locations?: readonly ToolCallLocation[] | null;
  /** Update the raw input. */
  readonly rawInput?: unknown;
  /** Update the raw output. */
  readonly rawOutput?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Categories of tools that can be invoked. */
export type ToolKind = 'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'think' | 'fetch' | 'switch_mode' | 'other';

/** All text that was typed after the command name is provided as input. */
export interface UnstructuredCommandInput {
  /** A hint to display when the input hasn't been provided yet */
  readonly hint: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Context window and cost update for a session. */
export interface UsageUpdate {
  /** Tokens currently in context. */
  readonly used: number;
  /** Total context window size in tokens. */
  readonly size: number;
  /** Cumulative session cost (optional). */
  readonly cost?: Cost | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request to wait for a terminal command to exit. */
export interface WaitForTerminalExitRequest {
  /** The session ID for this request. */
  readonly sessionId: SessionId;
  /** The ID of the terminal to wait for. */
  readonly terminalId: TerminalId;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response containing the exit status of a terminal command. */
export interface WaitForTerminalExitResponse {
  /** The process exit code (may be null if terminated by signal). */
  readonly exitCode?: number | null;
  /** The signal that terminated the process (may be null if exited normally). */
  readonly signal?: string | null;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Request to write content to a text file. */
export interface WriteTextFileRequest {
  /** The session ID for this request. */
  readonly sessionId: SessionId;
  /** Absolute path to the file to write. */
  readonly path: string;
  /** The text content to write to the file. */
  readonly content: string;
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** Response to `fs/write_text_file` */
export interface WriteTextFileResponse {
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** All of the above by name. */
export interface Definitions {
  AgentAuthCapabilities: AgentAuthCapabilities;
  AgentCapabilities: AgentCapabilities;
  Annotations: Annotations;
  AudioContent: AudioContent;
  AuthCapabilities: AuthCapabilities;
  AuthMethod: AuthMethod;
  AuthMethodAgent: AuthMethodAgent;
  AuthMethodId: AuthMethodId;
  AuthMethodTerminal: AuthMethodTerminal;
  AuthenticateRequest: AuthenticateRequest;
  AuthenticateResponse: AuthenticateResponse;
  AvailableCommand: AvailableCommand;
  AvailableCommandInput: AvailableCommandInput;
  AvailableCommandsUpdate: AvailableCommandsUpdate;
  BlobResourceContents: BlobResourceContents;
  BooleanConfigOptionCapabilities: BooleanConfigOptionCapabilities;
  BooleanPropertySchema: BooleanPropertySchema;
  CancelNotification: CancelNotification;
  ClientCapabilities: ClientCapabilities;
  ClientSessionCapabilities: ClientSessionCapabilities;
  CloseSessionRequest: CloseSessionRequest;
  CloseSessionResponse: CloseSessionResponse;
  CompactionCapabilities: CompactionCapabilities;
  CompactionId: CompactionId;
  CompactionStatus: CompactionStatus;
  CompactionSummaryChunk: CompactionSummaryChunk;
  CompactionUpdate: CompactionUpdate;
  CompleteElicitationNotification: CompleteElicitationNotification;
  ConfigOptionUpdate: ConfigOptionUpdate;
  Content: Content;
  ContentBlock: ContentBlock;
  ContentChunk: ContentChunk;
  Cost: Cost;
  CreateElicitationRequest: CreateElicitationRequest;
  CreateElicitationResponse: CreateElicitationResponse;
  CreateTerminalRequest: CreateTerminalRequest;
  CreateTerminalResponse: CreateTerminalResponse;
  CurrentModeUpdate: CurrentModeUpdate;
  DeleteSessionRequest: DeleteSessionRequest;
  DeleteSessionResponse: DeleteSessionResponse;
  Diff: Diff;
  ElicitationAcceptAction: ElicitationAcceptAction;
  ElicitationCapabilities: ElicitationCapabilities;
  ElicitationContentValue: ElicitationContentValue;
  ElicitationFormCapabilities: ElicitationFormCapabilities;
  ElicitationFormMode: ElicitationFormMode;
  ElicitationId: ElicitationId;
  ElicitationPropertySchema: ElicitationPropertySchema;
  ElicitationRequestScope: ElicitationRequestScope;
  ElicitationSchema: ElicitationSchema;
  ElicitationSchemaType: ElicitationSchemaType;
  ElicitationSessionScope: ElicitationSessionScope;
  ElicitationUrlCapabilities: ElicitationUrlCapabilities;
  ElicitationUrlMode: ElicitationUrlMode;
  EmbeddedResource: EmbeddedResource;
  EmbeddedResourceResource: EmbeddedResourceResource;
  EnumOption: EnumOption;
  EnvVariable: EnvVariable;
  FileSystemCapabilities: FileSystemCapabilities;
  ForkSessionRequest: ForkSessionRequest;
  ForkSessionResponse: ForkSessionResponse;
  HttpHeader: HttpHeader;
  ImageContent: ImageContent;
  Implementation: Implementation;
  InitializeRequest: InitializeRequest;
  InitializeResponse: InitializeResponse;
  IntegerPropertySchema: IntegerPropertySchema;
  KillTerminalRequest: KillTerminalRequest;
  KillTerminalResponse: KillTerminalResponse;
  ListSessionsRequest: ListSessionsRequest;
  ListSessionsResponse: ListSessionsResponse;
  LoadSessionRequest: LoadSessionRequest;
  LoadSessionResponse: LoadSessionResponse;
  LogoutCapabilities: LogoutCapabilities;
  LogoutRequest: LogoutRequest;
  LogoutResponse: LogoutResponse;
  McpCapabilities: McpCapabilities;
  McpServer: McpServer;
  McpServerHttp: McpServerHttp;
  McpServerSse: McpServerSse;
  McpServerStdio: McpServerStdio;
  MessageId: MessageId;
  ModelInfo: ModelInfo;
  MultiSelectItems: MultiSelectItems;
  MultiSelectPropertySchema: MultiSelectPropertySchema;
  NewSessionRequest: NewSessionRequest;
  NewSessionResponse: NewSessionResponse;
  Notice: Notice;
  NoticeCapabilities: NoticeCapabilities;
  NoticeSeverity: NoticeSeverity;
  NumberPropertySchema: NumberPropertySchema;
  PermissionOption: PermissionOption;
  PermissionOptionId: PermissionOptionId;
  PermissionOptionKind: PermissionOptionKind;
  Plan: Plan;
  PlanEntry: PlanEntry;
  PlanEntryPriority: PlanEntryPriority;
  PlanEntryStatus: PlanEntryStatus;
  PromptCapabilities: PromptCapabilities;
  PromptRequest: PromptRequest;
  PromptResponse: PromptResponse;
  ProtocolVersion: ProtocolVersion;
  ReadTextFileRequest: ReadTextFileRequest;
  ReadTextFileResponse: ReadTextFileResponse;
  ReleaseTerminalRequest: ReleaseTerminalRequest;
  ReleaseTerminalResponse: ReleaseTerminalResponse;
  RequestId: RequestId;
  RequestPermissionOutcome: RequestPermissionOutcome;
  RequestPermissionRequest: RequestPermissionRequest;
  RequestPermissionResponse: RequestPermissionResponse;
  ResourceLink: ResourceLink;
  ResumeSessionRequest: ResumeSessionRequest;
  ResumeSessionResponse: ResumeSessionResponse;
  Role: Role;
  SelectedPermissionOutcome: SelectedPermissionOutcome;
  SessionAdditionalDirectoriesCapabilities: SessionAdditionalDirectoriesCapabilities;
  SessionCapabilities: SessionCapabilities;
  SessionCloseCapabilities: SessionCloseCapabilities;
  SessionConfigBoolean: SessionConfigBoolean;
  SessionConfigGroupId: SessionConfigGroupId;
  SessionConfigId: SessionConfigId;
  SessionConfigOption: SessionConfigOption;
  SessionConfigOptionCategory: SessionConfigOptionCategory;
  SessionConfigOptionsCapabilities: SessionConfigOptionsCapabilities;
  SessionConfigSelect: SessionConfigSelect;
  SessionConfigSelectGroup: SessionConfigSelectGroup;
  SessionConfigSelectOption: SessionConfigSelectOption;
  SessionConfigSelectOptions: SessionConfigSelectOptions;
  SessionConfigValueId: SessionConfigValueId;
  SessionDeleteCapabilities: SessionDeleteCapabilities;
  SessionForkCapabilities: SessionForkCapabilities;
  SessionId: SessionId;
  SessionInfo: SessionInfo;
  SessionInfoUpdate: SessionInfoUpdate;
  SessionListCapabilities: SessionListCapabilities;
  SessionMode: SessionMode;
  SessionModeId: SessionModeId;
  SessionModeState: SessionModeState;
  SessionModelState: SessionModelState;
  SessionNotification: SessionNotification;
  SessionResumeCapabilities: SessionResumeCapabilities;
  SessionUpdate: SessionUpdate;
  SetSessionConfigOptionRequest: SetSessionConfigOptionRequest;
  SetSessionConfigOptionResponse: SetSessionConfigOptionResponse;
  SetSessionModeRequest: SetSessionModeRequest;
  SetSessionModeResponse: SetSessionModeResponse;
  SetSessionModelRequest: SetSessionModelRequest;
  SetSessionModelResponse: SetSessionModelResponse;
  SteeringRequest: SteeringRequest;
  SteeringResponse: SteeringResponse;
  StopReason: StopReason;
  StringFormat: StringFormat;
  StringMultiSelectItems: StringMultiSelectItems;
  StringPropertySchema: StringPropertySchema;
  Terminal: Terminal;
  TerminalExitStatus: TerminalExitStatus;
  TerminalId: TerminalId;
  TerminalOutputRequest: TerminalOutputRequest;
  TerminalOutputResponse: TerminalOutputResponse;
  TextContent: TextContent;
  TextResourceContents: TextResourceContents;
  TitledMultiSelectItems: TitledMultiSelectItems;
  ToolCall: ToolCall;
  ToolCallContent: ToolCallContent;
  ToolCallId: ToolCallId;
  ToolCallLocation: ToolCallLocation;
  ToolCallStatus: ToolCallStatus;
  ToolCallUpdate: ToolCallUpdate;
  ToolKind: ToolKind;
  UnstructuredCommandInput: UnstructuredCommandInput;
  UsageUpdate: UsageUpdate;
  WaitForTerminalExitRequest: WaitForTerminalExitRequest;
  WaitForTerminalExitResponse: WaitForTerminalExitResponse;
  WriteTextFileRequest: WriteTextFileRequest;
  WriteTextFileResponse: WriteTextFileResponse;
}
