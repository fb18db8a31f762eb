package io.tidemark.jobs.watermarklab;

/** Finds text on a page that is too faint to read. */
final class Contrast {

    /**
     * Returns the texts whose contrast against what lies behind them is below 4.5, or below 3 for
     * large ones, as WCAG 2 has it for level AA. What is switched off may be faint.
     */
    static final String SCRIPT =
            """
            const numbers = (css) => css.match(/[0-9.]+/g).map(Number);
            const light = (css) => {
              const [r, g, b] = numbers(css).slice(0, 3).map((v) => v / 255)
                .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const behind = (node) => {
              for (let at = node; at; at = at.parentElement) {
                const css = getComputedStyle(at).backgroundColor;
                if (numbers(css)[3] !== 0) return css;
              }
              return 'rgb(255, 255, 255)';
            };
            const faint = [];
            for (const node of document.querySelectorAll('body *')) {
              const own = [...node.childNodes].some((c) => c.nodeType === 3 && c.textContent.trim());
              if (!own || !node.checkVisibility() || node.closest('script, :disabled, .unseen, .skip')) continue;
              const style = getComputedStyle(node);
              const [a, b] = [light(style.color), light(behind(node))];
              const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
              const size = parseFloat(style.fontSize);
              const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
              if (ratio < (large ? 3 : 4.5)) faint.push(ratio.toFixed(2) + ' ' + node.textContent.slice(0, 40));
            }
            return faint;
            """;

    private Contrast() {}
}
