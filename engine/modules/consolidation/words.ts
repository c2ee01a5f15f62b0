import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../kit/index.ts';

/** The words of this module, and those of every page. */
export const useWords = () => useTranslation(wordsOf('consolidation')).t;
