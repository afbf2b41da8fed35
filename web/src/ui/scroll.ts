/** Something that scrolls shows that it does: it is marked where there is more above or below. Where nothing in it takes the focus, it takes it itself, for who scrolls by keys. */
export function scrolls(node: HTMLElement): { destroy(): void } {
  const look = (): void => {
    node.toggleAttribute("data-above", node.scrollTop > 1);
    node.toggleAttribute("data-below", node.scrollTop + node.clientHeight < node.scrollHeight - 1);
    const across = getComputedStyle(node).overflowX !== "hidden";
    node.toggleAttribute("data-left", across && node.scrollLeft > 1);
    node.toggleAttribute("data-right", across && node.scrollLeft + node.clientWidth < node.scrollWidth - 1);
    const more = ["above", "below", "left", "right"].some((side) => node.hasAttribute(`data-${side}`));
    if (more && !node.querySelector("a[href], button, input, select, textarea, [tabindex]")) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    sizes.disconnect();
    sizes.observe(node);
    for (const child of node.children) sizes.observe(child);
    look();
  };
  const changes = new MutationObserver(watch);
  changes.observe(node, { childList: true, subtree: true });
  node.addEventListener("scroll", look, { passive: true });
  node.addEventListener("animationend", look); // what moves into its place reaches further for a moment
  watch();
  return {
    destroy() {
      sizes.disconnect();
      changes.disconnect();
      node.removeEventListener("scroll", look);
      node.removeEventListener("animationend", look);
    },
  };
}
