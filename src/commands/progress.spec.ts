import { lines } from './progress';

const written = (...steps: number[]): string[] => {
  const texts: string[] = [];
  const progress = lines({ write: (text: string) => texts.push(text) }, 100);
  steps.forEach((each) => progress.advance(each));
  progress.end();
  return texts.map((text) => text.trim());
};

describe('Progress without a terminal', () => {
  it('is a line for each tenth, once', () => {
    expect(written(5, 5, 3, 30, 2)).toEqual(['10 %', '40 %', '100 %']);
  });

  it('is complete only at the end, whatever the total', () => {
    expect(written(99, 50)).toEqual(['90 %', '100 %']);
  });
});
