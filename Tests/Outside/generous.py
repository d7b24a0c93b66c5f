"""The description of the interface with all that it says in words alone.

`/openapi.json` has one type for each parameter, which generators of clients need. Here each takes whatever the service
reads as well, so that a fuzzer is told of nothing that is refused, and of nothing that is taken.
"""

import copy

NUMBER = r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?"
SECONDS = {"duration", "delay", "repeatDelay", "stagger", "expires", "time", "ago"}
PREFIX = "#/components/schemas/"


def references(value):
    if isinstance(value, dict):
        if str(value.get("$ref", "")).startswith("#/components/"):
            yield value["$ref"]
        for member in value.values():
            yield from references(member)
    elif isinstance(value, list):
        for element in value:
            yield from references(element)


class Generous:
    def __init__(self, described):
        self.described = copy.deepcopy(described)
        self.schemas = self.described["components"]["schemas"]
        self.kept = copy.deepcopy(self.schemas)
        operations = [item[method] for item in self.described["paths"].values() for method in item if method != "parameters"]
        asked = self.reached([each.get("requestBody") for each in operations] + [self.described["components"]["parameters"]])
        answered = self.reached([each["responses"] for each in operations] + [self.described["components"]["responses"]])
        bodies = set(references([each.get("requestBody") for each in operations]))
        for name in asked - answered:
            schema = self.kept[name]
            isWhole = PREFIX + name in bodies or name in ("AnimationParameters", "NamedAnimation", "EarlierChange", "Keyframe")
            self.schemas[name] = self.members(schema) if isWhole else self.widened(name, schema)
        for each in operations:
            for parameter in each.get("parameters", []):
                self.widen_parameter(parameter)
            content = each.get("requestBody", {}).get("content")
            if content:
                content["application/x-www-form-urlencoded"] = {"schema": content["application/json"]["schema"]}
        for parameter in self.described["components"]["parameters"].values():
            self.widen_parameter(parameter)

    def reached(self, start):
        found, waiting = set(), list(references(start))
        while waiting:
            kind, name = waiting.pop().split("/")[-2:]
            if kind == "schemas" and name not in found:
                found.add(name)
                waiting += references(self.kept[name])
        return found

    def widen_parameter(self, parameter):
        if parameter.get("in") != "query":
            return
        schema = parameter["schema"]
        if "contentSchema" in schema and parameter["name"] != "animations":
            parameter["content"] = {"application/json": {"schema": schema["contentSchema"]}}
            del parameter["schema"], parameter["style"]
        elif parameter["name"] == "repeat":
            parameter["schema"] = {"$ref": PREFIX + "Repetitions"}
        elif "$ref" not in schema:
            parameter["schema"] = self.widened(parameter["name"], schema)

    def members(self, schema):
        if "allOf" in schema:
            return {**schema, "allOf": [self.members(part) for part in schema["allOf"]]}
        properties = {name: self.widened(name, member) for name, member in schema.get("properties", {}).items()}
        return {**schema, "properties": properties} if properties else schema

    def widened(self, name, schema):
        if "$ref" in schema:
            return schema
        if "anyOf" in schema:
            return self.united(name, schema)
        types = [kind for kind in [schema["type"]] if kind != "null"] if isinstance(schema["type"], str) else [
            kind for kind in schema["type"] if kind != "null"]
        rest = {key: value for key, value in schema.items() if key not in ("type", "enum")}
        kind = types[0]
        if kind in ("number", "integer"):
            number = NUMBER + "(s|ms|S|MS|Ms|mS)?" if name in SECONDS else NUMBER if kind == "number" else r"[+-]?\d+"
            return {**rest, "type": [kind, "string", "null"], "pattern": f"^({number})?$"}
        if kind == "boolean":
            return {**rest, "enum": [True, False, "true", "false", "1", "0", "", 1, 0, None]}
        if kind == "string":
            if "enum" in schema:
                return {**rest, "enum": schema["enum"] + ["", None]}
            return {**rest, "type": ["string", "number", "null"]}
        if kind == "array":
            items = rest["items"]
            if "$ref" not in items:
                rest["items"] = {**items, "type": [items["type"], "string" if items["type"] == "number" else "number"]}
            numbers = ["number"] if "$ref" not in items else []
            return {**rest, "type": ["array", "string", "null", *numbers]}
        if "properties" not in rest:
            return {**rest, "type": "object", "additionalProperties": {"type": ["string", "number"]}}
        return {**rest, "type": ["object", "string", "null"]}

    def united(self, name, schema):
        """One schema of several types, which a fuzzer of JSON Schema takes for what it is."""
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        parts = [part for part in schema["anyOf"] if part != {"type": "null"}]
        if len(parts) == 1:
            return {**rest, "anyOf": [parts[0], {"type": "null"}]}
        if name == "Repetitions":
            bounds = {key: value for key, value in parts[0].items() if key != "type"}
            return {**rest, **bounds, "type": ["integer", "string", "null"], "pattern": r"^([+-]?\d+|infinite)?$"}
        merged = {"type": ["null"]}
        for part in parts:
            own = self.kept[part["$ref"].split("/")[-1]] if "$ref" in part else part
            merged["type"].append(own["type"])
            merged.update({key: value for key, value in own.items() if key not in ("type", "description")})
        for key in ("items", "additionalProperties"):
            if key in merged:
                merged[key] = {"type": ["string", "number"]}
        return {**rest, **merged}


def document(described):
    return Generous(described).described
