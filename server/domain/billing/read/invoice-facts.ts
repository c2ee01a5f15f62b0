/** Facts of an invoice, repeated on each row of a file. */
export interface InvoiceFacts {
  readonly carrier: string;
  /** As printed, without spaces and hyphens. */
  readonly account: string;
  readonly number: string;
  readonly date: string;
  /** Null: the layout does not tell; it is that of the account. */
  readonly currency: string | null;
  /** In cents; null: the layout does not tell. */
  readonly amount: bigint | null;
}
