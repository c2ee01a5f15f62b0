import type { Entity } from '../../../engine/core/index.ts';
import { blockMail, logoId } from '../../files/block-mail.ts';
import type { Actor } from '../context.ts';
import { filledDocument } from './print-document.ts';
import type { PrintDeps, PrintRequest } from './printed-fields.ts';

/** A mail about a record, as this person may read it. */
export interface WrittenMail {
  /** One line, at most 200 characters. */
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/**
 * A mail of a record: a hidden field says nothing, neither value nor label. Without a subject of its own it bears the name of the
 * document. Throws `forbidden` or `notFound` where the person may not read the record.
 */
export async function writeMail(
  deps: PrintDeps,
  actor: Actor,
  entity: Entity,
  request: PrintRequest,
): Promise<WrittenMail> {
  const { blocks, subject: said } = await filledDocument(deps, actor, entity, request);
  // A record's value could hold line breaks, which end a header.
  const subject = (said || request.name)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return { subject, ...blockMail({ culture: request.culture, subject, sender: actor.tenantName, blocks }) };
}

/** The HTML of a mail for a preview: the logo within it instead of attached. */
export async function previewOf(deps: PrintDeps, actor: Actor, { subject, html }: WrittenMail) {
  const logo = html.includes(`src="cid:${logoId}"`) ? await deps.logo(actor) : null;
  if (!logo) return { subject, html };
  const type = logo[0] === 0xff ? 'jpeg' : 'png';
  // No text can look like this: its quotes are escaped.
  return {
    subject,
    html: html.replace(`src="cid:${logoId}"`, `src="data:image/${type};base64,${logo.toString('base64')}"`),
  };
}
