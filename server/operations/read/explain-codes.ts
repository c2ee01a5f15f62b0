import { catalogueOf, errorKinds } from '../../errors.ts';
import type { Culture, Texts } from '../../texts.ts';

/** An error code with its message and remedy. */
export interface ExplainedCode {
  kind: string;
  status: number;
  code: number;
  message: string;
  advice: string;
}

export interface ExplainedCodes {
  answers: ExplainedCode[];
  /** Codes of single issues, whose message includes the remedy. */
  reasons: { code: string; message: string }[];
}

type TextPosition = ReturnType<Texts['words']['places']>[number];

/** Whether a text is the message of a refusal: those of modules have the module's prefix and are whole sentences. */
function isReason({ space, key, texts }: TextPosition): boolean {
  if (space === 'errors') return !/^(error|advice)\./.test(key);
  const [, module] = /^modules\/([\w-]+)$/.exec(space) ?? [];
  const isOwn = module !== undefined && key.startsWith(`${module}.`) && !key.includes('.', module.length + 1);
  return isOwn && /[.?]$/.test(texts.get('en-US') ?? '');
}

/** Every error code of this server in a culture; run-time parameters are an ellipsis. */
export function explainCodes(texts: Texts, culture: Culture): ExplainedCodes {
  const open = (text: string) => text.replace(/\{\w+\}/g, '…');
  const answers = errorKinds.map((kind) => ({
    kind,
    ...catalogueOf(kind),
    message: open(texts.error(culture, `error.${kind}`)),
    advice: texts.error(culture, `advice.${kind}`),
  }));
  const keys = texts.words.places().flatMap((place) => (isReason(place) ? [place.key] : []));
  const reasons = keys
    .map((code) => ({ code, message: open(texts.error(culture, code)) }))
    .toSorted((one, other) => (one.code < other.code ? -1 : 1));
  return { answers: answers.toSorted((one, other) => one.code - other.code), reasons };
}
