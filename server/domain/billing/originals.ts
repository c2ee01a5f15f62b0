import type { WorkCall } from '../../modules/module.ts';

type Uploaded = WorkCall['files'][number];

/**
 * Files of an import that bills are made from. One is stored before the first bill of it is: whatever stops the import, no
 * bill lacks its file, and the next attempt goes on with the same one.
 */
export class Originals {
  private readonly stored: Map<string, string>;

  constructor(private readonly call: WorkCall) {
    const { files } = (call.resume ?? {}) as { files?: Readonly<Record<string, string>> };
    this.stored = new Map(Object.entries(files ?? {}));
  }

  /** The id of a stored file; null: it has not been needed yet. */
  known({ hash }: Uploaded): string | null {
    return this.stored.get(hash) ?? null;
  }

  async keep(file: Uploaded): Promise<string> {
    const { services, tenant } = this.call;
    const known = this.known(file);
    if (known !== null) return known;
    const id = await services.files.keep({
      ...{ tenant, customer: null, name: file.name, content: await this.call.open(file) },
    });
    this.stored.set(file.hash, id);
    await this.call.progress({ resume: { files: Object.fromEntries(this.stored) } });
    return id;
  }
}
