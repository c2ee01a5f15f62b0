import { quantity } from '../controls/quantity.tsx';

export const weight = quantity(0);
