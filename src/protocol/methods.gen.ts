// Made by scripts/generate-schema.mjs from test/fixtures/acp/schema.json. Do not edit.
import type { Definitions } from './schema.gen';

/** Requests that an agent answers: definition names of params and result. */
export const agentRequests = {
  initialize: ['InitializeRequest', 'InitializeResponse'],
  authenticate: ['AuthenticateRequest', 'AuthenticateResponse'],
  logout: ['LogoutRequest', 'LogoutResponse'],
  'session/new': ['NewSessionRequest', 'NewSessionResponse'],
  'session/load': ['LoadSessionRequest', 'LoadSessionResponse'],
  'session/list': ['ListSessionsRequest', 'ListSessionsResponse'],
  'session/delete': ['DeleteSessionRequest', 'DeleteSessionResponse'],
  'session/resume': ['ResumeSessionRequest', 'ResumeSessionResponse'],
  'session/close': ['CloseSessionRequest', 'CloseSessionResponse'],
  'session/set_mode': ['SetSessionModeRequest', 'SetSessionModeResponse'],
  'session/set_config_option': ['SetSessionConfigOptionRequest', 'SetSessionConfigOptionResponse'],
  'session/prompt': ['PromptRequest', 'PromptResponse'],
  'session/set_model': ['SetSessionModelRequest', 'SetSessionModelResponse'],
  'session/fork': ['ForkSessionRequest', 'ForkSessionResponse'],
  '_session/steering': ['SteeringRequest', 'SteeringResponse'],
} as const;

/** Notifications to an agent: definition name of the params. */
export const agentNotifications = {
  'session/cancel': 'CancelNotification',
} as const;

/** Requests that a client answers: definition names of params and result. */
export const clientRequests = {
  'fs/write_text_file': ['WriteTextFileRequest', 'WriteTextFileResponse'],
  'fs/read_text_file': ['ReadTextFileRequest', 'ReadTextFileResponse'],
  'session/request_permission': ['RequestPermissionRequest', 'RequestPermissionResponse'],
  'terminal/create': ['CreateTerminalRequest', 'CreateTerminalResponse'],
  'terminal/output': ['TerminalOutputRequest', 'TerminalOutputResponse'],
  'terminal/release': ['ReleaseTerminalRequest', 'ReleaseTerminalResponse'],
  'terminal/wait_for_exit': ['WaitForTerminalExitRequest', 'WaitForTerminalExitResponse'],
  'terminal/kill': ['KillTerminalRequest', 'KillTerminalResponse'],
  'elicitation/create': ['CreateElicitationRequest', 'CreateElicitationResponse'],
} as const;

/** Notifications to a client: definition name of the params. */
export const clientNotifications = {
  'session/update': 'SessionNotification',
  'elicitation/complete': 'CompleteElicitationNotification',
} as const;

export type AgentRequests = {
  readonly [M in keyof typeof agentRequests]: {
    params: Definitions[(typeof agentRequests)[M][0]];
    result: Definitions[(typeof agentRequests)[M][1]];
  };
};

export type AgentNotifications = {
  readonly [M in keyof typeof agentNotifications]: Definitions[(typeof agentNotifications)[M]];
};

export type ClientRequests = {
  readonly [M in keyof typeof clientRequests]: {
    params: Definitions[(typeof clientRequests)[M][0]];
    result: Definitions[(typeof clientRequests)[M][1]];
  };
};

export type ClientNotifications = {
  readonly [M in keyof typeof clientNotifications]: Definitions[(typeof clientNotifications)[M]];
};
