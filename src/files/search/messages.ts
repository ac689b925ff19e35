import type { FileMatches, SearchEnd, SearchQuery } from '../../model/texts';

/** What the host's thread asks of the one that searches. */
export interface SearchRequest {
  /** Real paths. */
  readonly roots: readonly string[];
  /** Patterns of files that agents may not read. */
  readonly deny: readonly string[];
  /** `under` is a real path in one of the roots. */
  readonly query: SearchQuery;
  /** Texts that differ from those on disk, by real paths; each line follows a "\n". */
  readonly unsaved: readonly { readonly path: string; readonly raw: string }[];
}

/** `working` comes now and then, so that a pattern that takes forever is noticed. After `file` it waits for `SearchOn`. */
export type SearchReply =
  | { readonly kind: 'working' }
  | ({ readonly kind: 'file' } & FileMatches)
  | ({ readonly kind: 'end' } & SearchEnd)
  | { readonly kind: 'wrong'; readonly text: string };

export interface SearchOn {
  readonly kind: 'on';
}
