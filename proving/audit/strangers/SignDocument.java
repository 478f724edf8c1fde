import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.xml.security.Init;
import org.apache.xml.security.signature.XMLSignature;
import org.apache.xml.security.transforms.Transforms;

/** Signs a document with Apache Santuario. Arguments: document, private key (PKCS #8, DER), canonicalization, result. */
public final class SignDocument {
  public static void main(String[] arguments) throws Exception {
    Init.init();
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    var document = factory.newDocumentBuilder().parse(Path.of(arguments[0]).toFile());
    var encoded = new PKCS8EncodedKeySpec(Files.readAllBytes(Path.of(arguments[1])));
    var rsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    var signature = new XMLSignature(document, "", rsaSha256, arguments[2]);
    document.getDocumentElement().appendChild(signature.getElement());
    var transforms = new Transforms(document);
    transforms.addTransform(Transforms.TRANSFORM_ENVELOPED_SIGNATURE);
    transforms.addTransform(arguments[2]);
    signature.addDocument("", transforms, "http://www.w3.org/2001/04/xmlenc#sha256");
    signature.sign(KeyFactory.getInstance("RSA").generatePrivate(encoded));
    try (var result = new FileOutputStream(arguments[3])) {
      TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(result));
    }
  }
}
