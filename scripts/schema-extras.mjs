// Methods and fields that agents have though the stable schema does not (any more). Added to the schema's definitions
// before src/protocol/*.gen.ts is made.

const string = { type: 'string' };
const meta = { type: ['object', 'null'], 'x-deserialize-default-on-error': true };
const ref = (name) => ({ $ref: `#/$defs/${name}` });
const object = (description, properties, required = [], more = {}) => ({
  description,
  type: 'object',
  properties: { ...properties, _meta: meta },
  required,
  ...more,
});

// Removed on 2026-06-01 without ever being stable; some agents have no other way to choose a model.
const setModel = { 'x-side': 'agent', 'x-method': 'session/set_model' };
const models = {
  SetSessionModelRequest: object(
    'Request parameters for the old `session/set_model`.',
    { sessionId: ref('SessionId'), modelId: string },
    ['sessionId', 'modelId'],
    setModel,
  ),
  SetSessionModelResponse: object('Response to `session/set_model`.', {}, [], setModel),
  SessionModelState: object(
    'The models of an agent that has no config option for them.',
    {
      currentModelId: string,
      availableModels: {
        type: 'array',
        items: ref('ModelInfo'),
        'x-deserialize-default-on-error': true,
        'x-deserialize-skip-invalid-items': true,
      },
    },
    ['currentModelId', 'availableModels'],
  ),
  ModelInfo: object(
    'One model.',
    { modelId: string, name: string, description: { type: ['string', 'null'] } },
    ['modelId', 'name'],
  ),
};

// Unstable, but advertised and spoken by several agents.
const fork = { 'x-side': 'agent', 'x-method': 'session/fork' };
const forks = ({ LoadSessionRequest, NewSessionResponse, SessionCapabilities }) => ({
  ForkSessionRequest: {
    ...LoadSessionRequest,
    ...fork,
    description: 'Request parameters for the unstable `session/fork`.',
  },
  ForkSessionResponse: {
    ...NewSessionResponse,
    ...fork,
    description: 'Response to `session/fork`: the id is that of the copy.',
  },
  SessionForkCapabilities: object('Capabilities for the unstable `session/fork`.', {}),
  SessionCapabilities: {
    ...SessionCapabilities,
    properties: {
      ...SessionCapabilities.properties,
      fork: {
        description: 'Whether the agent supports the unstable `session/fork`.',
        anyOf: [ref('SessionForkCapabilities'), { type: 'null' }],
        'x-deserialize-default-on-error': true,
      },
    },
  },
});

// An extension that several adapters speak; advertised by `_meta.steering.supported` of the answer to `initialize`.
const steer = { 'x-side': 'agent', 'x-method': '_session/steering' };
const steering = ({ PromptRequest }) => ({
  SteeringRequest: {
    ...PromptRequest,
    ...steer,
    description: 'Request parameters for `_session/steering`: a message for the running turn.',
  },
  SteeringResponse: object(
    'Response to `_session/steering`.',
    { outcome: { ...string, description: '`injected`, `promptRequired` or `startedNewTurn`.' } },
    [],
    steer,
  ),
});

const SESSION_RESPONSES = [
  'NewSessionResponse',
  'LoadSessionResponse',
  'ResumeSessionResponse',
  'ForkSessionResponse',
];

/** The definitions with the extras. */
export function withExtras(definitions) {
  const all = { ...definitions, ...models, ...forks(definitions), ...steering(definitions) };
  for (const name of SESSION_RESPONSES) {
    const { properties } = all[name];
    const field = {
      description: 'Models, in the old way.',
      anyOf: [ref('SessionModelState'), { type: 'null' }],
      'x-deserialize-default-on-error': true,
    };
    all[name] = { ...all[name], properties: { ...properties, models: field } };
  }
  return all;
}
