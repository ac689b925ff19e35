import { encodingOf } from './offsets';
import type { Found } from './places';
import type { Answer } from './servers';
import { locationsIn } from './values';

/** The places in answers of servers. */
export function foundIn(answers: readonly Answer[]): readonly Found[] {
  return answers.flatMap(({ client, result }) =>
    locationsIn(result).map((location) => ({ location, encoding: encodingOf(client.encoding) })),
  );
}
