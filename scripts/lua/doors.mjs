// Checks both ends of the doors between Lua and the host: functions that the host calls, events that Lua sends.

/** The module and function of a name of the door: `chat.set_status` is in `acp.chat`. */
function placeOf(name) {
  const at = name.lastIndexOf('.');
  return { module: `acp.${name.slice(0, at)}`, member: name.slice(at + 1) };
}

/** The parameters of a function of a module; also where it is only handed on (`M.keep = version.keep`). */
function parametersOf(module, member, sources) {
  const source = sources.get(module);
  const own = source?.functions.find(({ name }) => name === `M.${member}`);
  if (!source || own) return own?.parameters;
  const handed = new RegExp(`^M\\.${member} = (?:vim\\.schedule_wrap\\()?([\\w.]+)\\)?$`, 'm');
  const [variable, name] = handed.exec(source.text)?.[1].split('.') ?? [];
  if (!name) return source.functions.find((one) => one.name === variable)?.parameters;
  const required = new RegExp(`^local ${variable} = require\\('([\\w.]+)'\\)$`, 'm');
  const [, other] = required.exec(source.text) ?? [];
  return other && parametersOf(other, name, sources);
}

/** `functions`: parameters by name of the door; `sources`: by module. */
export function wrongFunctions(functions, sources) {
  return [...functions].flatMap(([name, { parameters }]) => {
    const { module, member } = placeOf(name);
    const found = parametersOf(module, member, sources);
    if (!found) return [`the host calls ${name}, which is not in ${module}`];
    if (found.length === parameters.length) return [];
    return [`the host calls ${name}(${parameters.join(', ')}), which takes (${found.join(', ')})`];
  });
}

const CALL = /\bhost\.(send|notify|request)\('(\w+)'(?:, (\{))?/g;

/** The names of the fields of a table that begins at `start`. */
function keysAt(text, start) {
  let depth = 0;
  const keys = [];
  for (const [token, name] of text.slice(start).matchAll(/[{(]|[})]|(?<=[{,]\s*)(\w+) = /g)) {
    if (token === '{' || token === '(') depth += 1;
    else if (token === '}' || token === ')') depth -= 1;
    else if (depth === 1) keys.push(name);
    if (depth === 0) break;
  }
  return keys;
}

/** `events` and `requests`: names of fields by name. */
export function wrongEvents(source, { events, requests }) {
  return [...source.text.matchAll(CALL)].flatMap(
    ({ 0: call, 1: way, 2: name, 3: table, index }) => {
      const fields = (way === 'request' ? requests : events).get(name);
      if (!fields)
        return [
          `${source.path}: the host knows no ${way === 'request' ? 'request' : 'event'} "${name}"`,
        ];
      const keys = table ? keysAt(source.text, index + call.length - 1) : [];
      return keys
        .filter((key) => !fields.includes(key))
        .map((key) => `${source.path}: "${name}" has no field "${key}"`);
    },
  );
}

/** Events that nobody sends. */
export function unsentEvents(sources, { events, requests }) {
  const text = sources.map((source) => source.text).join('\n');
  return [...events.keys(), ...requests.keys()]
    .filter((name) => !text.includes(`'${name}'`))
    .map((name) => `nothing in Lua sends "${name}"`);
}
