import { useTranslation } from 'react-i18next';

/** What the server would draw: sizes in points, texts on their baseline. */
export interface DrawnPages {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly (readonly DrawnMark[])[];
  /** Pages of the whole document. */
  readonly count: number;
}

type DrawnMark =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly points: number;
      readonly bold: boolean;
      readonly colour: string;
    }
  | { readonly kind: 'rule'; readonly x: number; readonly y: number; readonly width: number; readonly thick: number }
  | {
      readonly kind: 'picture';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly address: string;
    };

/** The pages as pictures of paper: always black on white, whatever the theme. */
export function DocumentPages({ drawn, language }: { drawn: DrawnPages; language: string }) {
  const { t } = useTranslation('designer');
  return (
    <div className="document-pages" lang={language}>
      {drawn.pages.map((marks, page) => (
        <svg
          key={page}
          role="group"
          aria-label={t('documents.page', { page: page + 1, count: drawn.count })}
          className="document-page"
          viewBox={`0 0 ${drawn.width} ${drawn.height}`}
        >
          {marks.map((mark, at) => (
            <DrawnPart key={at} mark={mark} />
          ))}
        </svg>
      ))}
    </div>
  );
}

function DrawnPart({ mark }: { mark: DrawnMark }) {
  switch (mark.kind) {
    case 'text':
      return (
        <text
          x={mark.x}
          y={mark.y}
          fontSize={mark.points}
          fontWeight={mark.bold ? 600 : 400}
          fill={mark.colour}
          textLength={mark.text ? mark.width : undefined}
          lengthAdjust="spacingAndGlyphs"
        >
          {mark.text}
        </text>
      );
    case 'rule':
      return (
        <line x1={mark.x} x2={mark.x + mark.width} y1={mark.y} y2={mark.y} stroke="#c9ced6" strokeWidth={mark.thick} />
      );
    case 'picture':
      return (
        <image
          {...{ x: mark.x, y: mark.y, width: mark.width, height: mark.height, href: mark.address }}
          preserveAspectRatio="xMinYMin meet"
        />
      );
  }
}
