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

/** Every error code of this server in a culture; run-time parameters are an ellipsis. */
export function explainCodes(texts: Texts, culture: Culture): ExplainedCodes {
  const open = (text: string) => text.replace(/\{\w+\}/g, '…');
  const answers = errorKinds.map((kind) => ({
    kind,
    ...catalogueOf(kind),
    message: open(texts.error(culture, `error.${kind}`)),
    advice: texts.error(culture, `advice.${kind}`),
  }));
  const keys = texts.words.places().flatMap(({ space, key }) => (space === 'errors' ? [key] : []));
  const reasons = keys
    .filter((key) => !/^(error|advice)\./.test(key))
    .map((code) => ({ code, message: open(texts.error(culture, code)) }));
  return { answers: answers.toSorted((one, other) => one.code - other.code), reasons };
}
