/** What the host's thread asks of the finder's: the files of these folders that fit a query, but for those denied. */
export interface FindRequest {
  readonly id: number;
  /** Real paths; paths below the first are answered as they are called there, others whole. */
  readonly roots: readonly string[];
  /** Patterns of files that agents may not read. */
  readonly deny: readonly string[];
  readonly query: string;
  readonly limit: number;
}

/** Each request is answered once, the best first; one that came before a newer one may be answered with nothing. */
export interface FindReply {
  readonly id: number;
  readonly paths: readonly string[];
}
