// Methods and fields that agents have though the stable schema does not (any more). Added to the schema's definitions
// before src/protocol/*.gen.ts is made.

const string = { type: 'string' };
const meta = { type: ['object', 'null'], 'x-deserialize-default-on-error': true };
const ref = (name) => ({ $ref: `#/$defs/${name}` });
const object = (description, properties, required, more = {}) => ({
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

/** The definitions with the extras. */
export function withExtras(definitions) {
  const all = { ...definitions, ...models };
  for (const name of ['NewSessionResponse', 'LoadSessionResponse', 'ResumeSessionResponse']) {
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
