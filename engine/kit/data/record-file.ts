/** A file on a record, beside those that its fields hold. */
export interface RecordFile {
  id: string;
  file: string;
  fileName: string;
  /** Bytes. */
  size: number;
  /** Shown to the staff alone. */
  internal: boolean;
  at: string;
  by: string;
  name: string;
  own: boolean;
}

export interface NewRecordFile {
  path: string;
  record: string;
  /** Uploaded before. */
  file: string;
  internal: boolean;
}
