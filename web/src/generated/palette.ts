// Made from ekiben/draw/style.py by `python -m ekiben.server.schema --write`. Do not edit.

export const INK = "#23262B";
export const RAISED = "#FFFBF1";
export const GLOW = "#00B7FF";
export const SEATS = ["#6A78DC", "#D4472F", "#F0C653", "#1F7A70", "#623C72", "#6FB3DE", "#8C5428", "#E48FB4", "#9BB54A"];
export const COLOURS: Record<string, string> = {"purple": "#8A57A5", "blue": "#2C69B0", "orange": "#DB7A27", "white": "#F7F5EE", "green": "#3B8A4C", "yellow": "#E3BC25", "black": "#2A2B2F", "red": "#C4362C", "pink": "#D7659B", "grey": "#A8A295"};
