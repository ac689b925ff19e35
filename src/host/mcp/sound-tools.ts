import type { SchemaCheck } from '../../mcp/schema-check';
import type { OfferedTool } from '../../mcp/tool';

/**
 * Which tools have schemas that can be checked. Agents refuse a whole list for one that cannot. It takes the library to
 * know, which is not loaded yet when a tool is registered.
 */
export class SoundTools {
  readonly #schemas: Pick<SchemaCheck, 'fault'>;
  readonly #blame: (problem: string) => void;
  readonly #known = new WeakMap<OfferedTool, boolean>();
  readonly #reported = new Set<string>();

  /** @param blame reports a problem to the user, once */
  constructor(schemas: Pick<SchemaCheck, 'fault'>, blame: (problem: string) => void) {
    this.#schemas = schemas;
    this.#blame = blame;
  }

  has(tool: OfferedTool): boolean {
    const known = this.#known.get(tool);
    if (known !== undefined) return known;
    const problem = this.#problemOf(tool);
    this.#known.set(tool, problem === undefined);
    if (problem !== undefined) this.#report(problem);
    return problem === undefined;
  }

  #problemOf({ name, effect, inputSchema, outputSchema }: OfferedTool): string | undefined {
    // Ours are tested.
    if (effect !== 'unknown') return undefined;
    const wrong = (field: string, fault: string | undefined): string | undefined =>
      fault && `the tool "${name}" is not offered to agents: ${field} is no JSON Schema: ${fault}`;
    return (
      wrong('input_schema', this.#schemas.fault(inputSchema)) ??
      wrong('output_schema', outputSchema && this.#schemas.fault(outputSchema))
    );
  }

  #report(problem: string): void {
    if (this.#reported.has(problem)) return;
    this.#reported.add(problem);
    this.#blame(problem);
  }
}
